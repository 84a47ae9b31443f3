#include "CSourceKit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The used part of sourcekitd's C interface: opaque pointers, and one struct of three words that is passed by value.
typedef struct sk_uid *sk_uid;
typedef void *sk_object;
typedef void *sk_response;
typedef struct {
    uint64_t data[3];
} sk_variant;

enum { SK_TYPE_NULL = 0 };

struct iocsk_library {
    void *handle;
    struct iocsk_library *next;

    void (*initialize)(void);
    sk_uid (*uid_get_from_cstr)(const char *);
    sk_object (*dictionary_create)(const sk_uid *, const sk_object *, size_t);
    sk_object (*array_create)(const sk_object *, size_t);
    void (*array_set_string)(sk_object, size_t, const char *);
    void (*dictionary_set_value)(sk_object, sk_uid, sk_object);
    void (*dictionary_set_string)(sk_object, sk_uid, const char *);
    void (*dictionary_set_stringbuf)(sk_object, sk_uid, const char *, size_t);
    void (*dictionary_set_int64)(sk_object, sk_uid, int64_t);
    void (*dictionary_set_uid)(sk_object, sk_uid, sk_uid);
    void (*request_release)(sk_object);
    sk_response (*send_request_sync)(sk_object);
    void (*response_dispose)(sk_response);
    bool (*response_is_error)(sk_response);
    const char *(*response_error_get_description)(sk_response);
    sk_variant (*response_get_value)(sk_response);
    int (*variant_get_type)(sk_variant);
    sk_variant (*get_value)(sk_variant, sk_uid);
    const char *(*get_string)(sk_variant, sk_uid);
    int64_t (*get_int64)(sk_variant, sk_uid);
    sk_uid (*get_uid)(sk_variant, sk_uid);
    size_t (*array_get_count)(sk_variant);
    sk_variant (*array_get_value)(sk_variant, size_t);

    sk_uid request, open, close, name, source_file, source_text, compiler_args, syntactic_only;
    sk_uid enable_substructure, enable_syntax_map, enable_diagnostics;
    sk_uid substructure, syntax_map, diagnostics, kind, setter_accessibility;
    sk_uid offset, length, name_offset, name_length, body_offset, body_length, type_name;
    sk_uid attributes, elements, typeref, line, column, severity, severity_error, description;
    sk_uid kinds[IOCSK_KIND_COUNT];
    sk_uid token_strings[2], token_comments[8], token_keyword, token_identifier, token_type_identifier;
    sk_uid token_attribute_builtin, token_attribute_id, token_conditional;
};

static const char *const kind_names[IOCSK_KIND_COUNT] = {
    [IOCSK_KIND_CLASS] = "decl.class",
    [IOCSK_KIND_STRUCT] = "decl.struct",
    [IOCSK_KIND_ENUM] = "decl.enum",
    [IOCSK_KIND_PROTOCOL] = "decl.protocol",
    [IOCSK_KIND_ACTOR] = "decl.actor",
    [IOCSK_KIND_EXTENSION] = "decl.extension",
    [IOCSK_KIND_TYPEALIAS] = "decl.typealias",
    [IOCSK_KIND_ASSOCIATEDTYPE] = "decl.associatedtype",
    [IOCSK_KIND_GENERIC_PARAMETER] = "decl.generic_type_param",
    [IOCSK_KIND_VAR_INSTANCE] = "decl.var.instance",
    [IOCSK_KIND_VAR_STATIC] = "decl.var.static",
    [IOCSK_KIND_VAR_CLASS] = "decl.var.class",
    [IOCSK_KIND_VAR_PARAMETER] = "decl.var.parameter",
    [IOCSK_KIND_METHOD_INSTANCE] = "decl.function.method.instance",
    [IOCSK_KIND_METHOD_STATIC] = "decl.function.method.static",
    [IOCSK_KIND_METHOD_CLASS] = "decl.function.method.class",
};

static sk_uid swift_uid(iocsk_library *l, const char *prefix, const char *suffix) {
    char text[128];
    snprintf(text, sizeof text, "source.lang.swift.%s%s", prefix, suffix);
    return l->uid_get_from_cstr(text);
}

static void make_uids(iocsk_library *l) {
    l->request = l->uid_get_from_cstr("key.request");
    l->open = l->uid_get_from_cstr("source.request.editor.open");
    l->close = l->uid_get_from_cstr("source.request.editor.close");
    l->name = l->uid_get_from_cstr("key.name");
    l->source_file = l->uid_get_from_cstr("key.sourcefile");
    l->source_text = l->uid_get_from_cstr("key.sourcetext");
    l->compiler_args = l->uid_get_from_cstr("key.compilerargs");
    l->syntactic_only = l->uid_get_from_cstr("key.syntactic_only");
    l->enable_substructure = l->uid_get_from_cstr("key.enablesubstructure");
    l->enable_syntax_map = l->uid_get_from_cstr("key.enablesyntaxmap");
    l->enable_diagnostics = l->uid_get_from_cstr("key.enablediagnostics");
    l->substructure = l->uid_get_from_cstr("key.substructure");
    l->syntax_map = l->uid_get_from_cstr("key.syntaxmap");
    l->diagnostics = l->uid_get_from_cstr("key.diagnostics");
    l->kind = l->uid_get_from_cstr("key.kind");
    l->setter_accessibility = l->uid_get_from_cstr("key.setter_accessibility");
    l->offset = l->uid_get_from_cstr("key.offset");
    l->length = l->uid_get_from_cstr("key.length");
    l->name_offset = l->uid_get_from_cstr("key.nameoffset");
    l->name_length = l->uid_get_from_cstr("key.namelength");
    l->body_offset = l->uid_get_from_cstr("key.bodyoffset");
    l->body_length = l->uid_get_from_cstr("key.bodylength");
    l->type_name = l->uid_get_from_cstr("key.typename");
    l->attributes = l->uid_get_from_cstr("key.attributes");
    l->elements = l->uid_get_from_cstr("key.elements");
    l->typeref = swift_uid(l, "structure.elem.", "typeref");
    l->line = l->uid_get_from_cstr("key.line");
    l->column = l->uid_get_from_cstr("key.column");
    l->severity = l->uid_get_from_cstr("key.severity");
    l->severity_error = l->uid_get_from_cstr("source.diagnostic.severity.error");
    l->description = l->uid_get_from_cstr("key.description");
    for (int i = 1; i < IOCSK_KIND_COUNT; i++)
        if (kind_names[i]) l->kinds[i] = swift_uid(l, "", kind_names[i]);
    l->token_keyword = swift_uid(l, "syntaxtype.", "keyword");
    l->token_identifier = swift_uid(l, "syntaxtype.", "identifier");
    l->token_type_identifier = swift_uid(l, "syntaxtype.", "typeidentifier");
    l->token_attribute_builtin = swift_uid(l, "syntaxtype.", "attribute.builtin");
    l->token_attribute_id = swift_uid(l, "syntaxtype.", "attribute.id");
    l->token_conditional = swift_uid(l, "syntaxtype.", "buildconfig.keyword");
    l->token_strings[0] = swift_uid(l, "syntaxtype.", "string");
    l->token_strings[1] = swift_uid(l, "syntaxtype.", "regex");
    static const char *const comments[8] = {"comment", "comment.mark", "comment.url", "doccomment",
                                            "doccomment.field", "docblock", "commentblock", "comment.block"};
    for (int i = 0; i < 8; i++) l->token_comments[i] = swift_uid(l, "syntaxtype.", comments[i]);
}

// The open libraries. sourcekitd has threads and global state, so it is never unloaded. Each library is initialised
// only once, because a second initialisation crashes while another thread uses the library.
static iocsk_library *opened;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static iocsk_library *open_library(const char *path, char **error) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        *error = strdup(dlerror());
        return NULL;
    }
    for (iocsk_library *known = opened; known; known = known->next)
        if (known->handle == handle) return known;
    iocsk_library *l = calloc(1, sizeof *l);
    const char *missing = NULL;
#define LOAD(field, symbol)                                                                                            \
    do {                                                                                                               \
        *(void **)&l->field = dlsym(handle, "sourcekitd_" symbol);                                                     \
        if (!l->field && !missing) missing = "sourcekitd_" symbol;                                                     \
    } while (0)
    LOAD(initialize, "initialize");
    LOAD(uid_get_from_cstr, "uid_get_from_cstr");
    LOAD(dictionary_create, "request_dictionary_create");
    LOAD(array_create, "request_array_create");
    LOAD(array_set_string, "request_array_set_string");
    LOAD(dictionary_set_value, "request_dictionary_set_value");
    LOAD(dictionary_set_string, "request_dictionary_set_string");
    LOAD(dictionary_set_stringbuf, "request_dictionary_set_stringbuf");
    LOAD(dictionary_set_int64, "request_dictionary_set_int64");
    LOAD(dictionary_set_uid, "request_dictionary_set_uid");
    LOAD(request_release, "request_release");
    LOAD(send_request_sync, "send_request_sync");
    LOAD(response_dispose, "response_dispose");
    LOAD(response_is_error, "response_is_error");
    LOAD(response_error_get_description, "response_error_get_description");
    LOAD(response_get_value, "response_get_value");
    LOAD(variant_get_type, "variant_get_type");
    LOAD(get_value, "variant_dictionary_get_value");
    LOAD(get_string, "variant_dictionary_get_string");
    LOAD(get_int64, "variant_dictionary_get_int64");
    LOAD(get_uid, "variant_dictionary_get_uid");
    LOAD(array_get_count, "variant_array_get_count");
    LOAD(array_get_value, "variant_array_get_value");
#undef LOAD
    if (missing) {
        size_t size = strlen(missing) + 64;
        *error = malloc(size);
        snprintf(*error, size, "it has no function '%s'", missing);
        free(l);
        return NULL;
    }
    l->initialize();
    make_uids(l);
    l->handle = handle;
    l->next = opened;
    opened = l;
    return l;
}

iocsk_library *iocsk_open(const char *path, char **error) {
    pthread_mutex_lock(&opening);
    iocsk_library *library = open_library(path, error);
    pthread_mutex_unlock(&opening);
    return library;
}

// MARK: - Flattening a response

static void *grown(void *items, size_t count, size_t size) {
    // Capacities are powers of two, so only a full array is copied.
    if (count & (count - 1)) return items;
    return realloc(items, (count ? count * 2 : 1) * size);
}

static int is_present(iocsk_library *l, sk_variant v) {
    return l->variant_get_type(v) != SK_TYPE_NULL;
}

static int32_t node_kind(iocsk_library *l, sk_uid uid) {
    for (int i = 1; uid && i < IOCSK_KIND_COUNT; i++)
        if (l->kinds[i] == uid) return i;
    return IOCSK_KIND_OTHER;
}

static int64_t position(iocsk_library *l, sk_variant v, sk_uid key) {
    return is_present(l, l->get_value(v, key)) ? l->get_int64(v, key) : -1;
}

static int is_function(int32_t kind) {
    return kind >= IOCSK_KIND_METHOD_INSTANCE && kind <= IOCSK_KIND_METHOD_CLASS;
}

static int is_parameter(int32_t kind) {
    return kind == IOCSK_KIND_VAR_PARAMETER || kind == IOCSK_KIND_GENERIC_PARAMETER;
}

static void add_nodes(iocsk_library *l, iocsk_result *r, sk_variant owner, int32_t parent, int32_t parent_kind) {
    sk_variant list = l->get_value(owner, l->substructure);
    if (!is_present(l, list)) return;
    size_t count = l->array_get_count(list);
    for (size_t i = 0; i < count; i++) {
        sk_variant v = l->array_get_value(list, i);
        iocsk_node n = {0};
        n.parent = parent;
        n.kind = node_kind(l, l->get_uid(v, l->kind));
        // Statements, expressions, and the declarations inside function bodies are left out: code elsewhere can't name
        // them.
        if (n.kind == IOCSK_KIND_OTHER || is_function(parent_kind) && !is_parameter(n.kind)) continue;
        n.is_settable = l->get_uid(v, l->setter_accessibility) != NULL;
        n.offset = l->get_int64(v, l->offset);
        n.length = l->get_int64(v, l->length);
        n.name_offset = position(l, v, l->name_offset);
        n.name_length = position(l, v, l->name_length);
        n.body_offset = position(l, v, l->body_offset);
        n.body_length = position(l, v, l->body_length);
        n.name = l->get_string(v, l->name);
        n.type_name = l->get_string(v, l->type_name);

        n.first_attribute = (int32_t)r->attribute_count;
        sk_variant attributes = l->get_value(v, l->attributes);
        if (is_present(l, attributes)) {
            size_t attribute_count = l->array_get_count(attributes);
            for (size_t a = 0; a < attribute_count; a++) {
                sk_variant item = l->array_get_value(attributes, a);
                iocsk_range attribute = {l->get_int64(item, l->offset), l->get_int64(item, l->length)};
                r->attributes = grown(r->attributes, r->attribute_count, sizeof attribute);
                r->attributes[r->attribute_count++] = attribute;
            }
        }
        n.attribute_count = (int32_t)(r->attribute_count - (size_t)n.first_attribute);

        n.first_type_reference = (int32_t)r->type_reference_count;
        sk_variant elements = l->get_value(v, l->elements);
        if (is_present(l, elements)) {
            size_t element_count = l->array_get_count(elements);
            for (size_t e = 0; e < element_count; e++) {
                sk_variant item = l->array_get_value(elements, e);
                if (l->get_uid(item, l->kind) != l->typeref) continue;
                iocsk_range range = {l->get_int64(item, l->offset), l->get_int64(item, l->length)};
                r->type_references = grown(r->type_references, r->type_reference_count, sizeof range);
                r->type_references[r->type_reference_count++] = range;
            }
        }
        n.type_reference_count = (int32_t)(r->type_reference_count - (size_t)n.first_type_reference);

        r->nodes = grown(r->nodes, r->node_count, sizeof n);
        r->nodes[r->node_count] = n;
        int32_t index = (int32_t)r->node_count++;
        add_nodes(l, r, v, index, n.kind);
    }
}

static int32_t token_kind(iocsk_library *l, sk_uid uid) {
    if (uid == l->token_keyword) return IOCSK_TOKEN_KEYWORD;
    if (uid == l->token_identifier || uid == l->token_type_identifier) return IOCSK_TOKEN_IDENTIFIER;
    if (uid == l->token_attribute_builtin || uid == l->token_attribute_id) return IOCSK_TOKEN_ATTRIBUTE;
    if (uid == l->token_conditional) return IOCSK_TOKEN_CONDITIONAL;
    if (uid == l->token_strings[0] || uid == l->token_strings[1]) return IOCSK_TOKEN_STRING;
    for (int i = 0; i < 8; i++)
        if (uid == l->token_comments[i]) return IOCSK_TOKEN_COMMENT;
    return IOCSK_TOKEN_OTHER;
}

static void add_tokens(iocsk_library *l, iocsk_result *r, sk_variant root) {
    sk_variant list = l->get_value(root, l->syntax_map);
    if (!is_present(l, list)) return;
    size_t count = l->array_get_count(list);
    r->tokens = malloc((count ? count : 1) * sizeof *r->tokens);
    for (size_t i = 0; i < count; i++) {
        sk_variant v = l->array_get_value(list, i);
        int32_t kind = token_kind(l, l->get_uid(v, l->kind));
        if (kind == IOCSK_TOKEN_OTHER) continue;
        iocsk_token token = {kind, (int32_t)l->get_int64(v, l->length), l->get_int64(v, l->offset)};
        r->tokens[r->token_count++] = token;
    }
}

static void add_diagnostics(iocsk_library *l, iocsk_result *r, sk_variant root) {
    sk_variant list = l->get_value(root, l->diagnostics);
    if (!is_present(l, list)) return;
    size_t count = l->array_get_count(list);
    r->diagnostics = malloc((count ? count : 1) * sizeof *r->diagnostics);
    for (size_t i = 0; i < count; i++) {
        sk_variant v = l->array_get_value(list, i);
        iocsk_diagnostic d = {l->get_int64(v, l->line), l->get_int64(v, l->column),
                              l->get_uid(v, l->severity) == l->severity_error, l->get_string(v, l->description)};
        r->diagnostics[r->diagnostic_count++] = d;
    }
}

iocsk_result *iocsk_parse(iocsk_library *l, const char *name, const char *text, size_t length) {
    sk_object request = l->dictionary_create(NULL, NULL, 0);
    l->dictionary_set_uid(request, l->request, l->open);
    l->dictionary_set_string(request, l->name, name);
    l->dictionary_set_stringbuf(request, l->source_text, text, length);
    // The language version decides whether `/…/` is a regular expression.
    sk_object arguments = l->array_create(NULL, 0);
    l->array_set_string(arguments, (size_t)-1, "-swift-version");
    l->array_set_string(arguments, (size_t)-1, "6");
    l->array_set_string(arguments, (size_t)-1, name);
    l->dictionary_set_value(request, l->compiler_args, arguments);
    l->request_release(arguments);
    l->dictionary_set_int64(request, l->syntactic_only, 1);
    l->dictionary_set_int64(request, l->enable_substructure, 1);
    l->dictionary_set_int64(request, l->enable_syntax_map, 1);
    l->dictionary_set_int64(request, l->enable_diagnostics, 1);
    sk_response response = l->send_request_sync(request);
    l->request_release(request);

    iocsk_result *r = calloc(1, sizeof *r);
    r->response = response;
    if (l->response_is_error(response)) {
        r->error = l->response_error_get_description(response);
        return r;
    }
    sk_variant root = l->response_get_value(response);
    add_nodes(l, r, root, -1, IOCSK_KIND_OTHER);
    add_tokens(l, r, root);
    add_diagnostics(l, r, root);

    // Without this request, sourcekitd keeps the text of every file that it has parsed.
    request = l->dictionary_create(NULL, NULL, 0);
    l->dictionary_set_uid(request, l->request, l->close);
    l->dictionary_set_string(request, l->name, name);
    l->response_dispose(l->send_request_sync(request));
    l->request_release(request);
    return r;
}

void iocsk_free(iocsk_library *l, iocsk_result *r) {
    l->response_dispose(r->response);
    free(r->nodes);
    free(r->attributes);
    free(r->type_references);
    free(r->tokens);
    free(r->diagnostics);
    free(r);
}
