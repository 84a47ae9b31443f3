#pragma once

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

// What `ioc` needs of sourcekitd, behind functions that carry plain values. The library is found at run time and
// opened with dlopen, so nothing here links against it. A response arrives as two flat arrays, its declarations in
// source order and its tokens, so that the caller walks memory instead of asking key by key.

// The kinds of declaration the source model distinguishes.
typedef enum iocsk_kind {
    IOCSK_KIND_OTHER = 0,
    IOCSK_KIND_CLASS,
    IOCSK_KIND_STRUCT,
    IOCSK_KIND_ENUM,
    IOCSK_KIND_PROTOCOL,
    IOCSK_KIND_ACTOR,
    IOCSK_KIND_EXTENSION,
    IOCSK_KIND_TYPEALIAS,
    IOCSK_KIND_ASSOCIATEDTYPE,
    IOCSK_KIND_GENERIC_PARAMETER,
    IOCSK_KIND_ENUM_CASE,
    IOCSK_KIND_ENUM_ELEMENT,
    IOCSK_KIND_VAR_INSTANCE,
    IOCSK_KIND_VAR_STATIC,
    IOCSK_KIND_VAR_CLASS,
    IOCSK_KIND_VAR_GLOBAL,
    IOCSK_KIND_VAR_LOCAL,
    IOCSK_KIND_VAR_PARAMETER,
    IOCSK_KIND_FUNCTION_FREE,
    IOCSK_KIND_METHOD_INSTANCE,
    IOCSK_KIND_METHOD_STATIC,
    IOCSK_KIND_METHOD_CLASS,
    IOCSK_KIND_SUBSCRIPT,
    IOCSK_KIND_COUNT
} iocsk_kind;

// The access levels, weakest last; zero where the source says none.
typedef enum iocsk_access {
    IOCSK_ACCESS_NONE = 0,
    IOCSK_ACCESS_OPEN,
    IOCSK_ACCESS_PUBLIC,
    IOCSK_ACCESS_PACKAGE,
    IOCSK_ACCESS_INTERNAL,
    IOCSK_ACCESS_FILEPRIVATE,
    IOCSK_ACCESS_PRIVATE,
    IOCSK_ACCESS_COUNT
} iocsk_access;

// The kinds of token the source model looks at.
typedef enum iocsk_token_kind {
    IOCSK_TOKEN_OTHER = 0,
    IOCSK_TOKEN_KEYWORD,
    IOCSK_TOKEN_IDENTIFIER,
    IOCSK_TOKEN_ATTRIBUTE,
    IOCSK_TOKEN_CONDITIONAL,
    IOCSK_TOKEN_STRING,
    IOCSK_TOKEN_COMMENT,
    IOCSK_TOKEN_COUNT
} iocsk_token_kind;

// Offsets and lengths are UTF-8 bytes; -1 where the source has no such part.
typedef struct iocsk_node {
    int32_t parent;
    int32_t kind;
    int32_t access;
    int32_t setter_access;
    int64_t offset, length;
    int64_t name_offset, name_length;
    int64_t body_offset, body_length;
    const char *name;
    const char *type_name;
    int32_t first_attribute, attribute_count;
    int32_t first_type_reference, type_reference_count;
} iocsk_node;

typedef struct iocsk_attribute {
    const char *name;
    int64_t offset, length;
} iocsk_attribute;

typedef struct iocsk_range {
    int64_t offset, length;
} iocsk_range;

typedef struct iocsk_token {
    int32_t kind;
    int32_t length;
    int64_t offset;
} iocsk_token;

typedef struct iocsk_diagnostic {
    int64_t line, column;
    int32_t is_error;
    const char *text;
} iocsk_diagnostic;

typedef struct iocsk_result {
    iocsk_node *nodes;
    size_t node_count;
    iocsk_attribute *attributes;
    size_t attribute_count;
    iocsk_range *type_references;
    size_t type_reference_count;
    iocsk_token *tokens;
    size_t token_count;
    iocsk_diagnostic *diagnostics;
    size_t diagnostic_count;
    const char *error;
    void *response;
} iocsk_result;

typedef struct iocsk_library iocsk_library;

// Opens sourcekitd, once for a path; any thread may ask. Null with `*error` (to be freed) where the file is no such library.
iocsk_library *iocsk_open(const char *path, char **error);

// Parses one text. Thread-safe; `error` of the result is set where sourcekitd refuses.
iocsk_result *iocsk_parse(iocsk_library *library, const char *name, const char *text, size_t length);

// Frees a result and every string it lent.
void iocsk_free(iocsk_library *library, iocsk_result *result);

// A 128-bit fingerprint of some bytes: for telling contents apart, not for safety against forgery.
void iocsk_fingerprint(const void *bytes, size_t length, uint64_t *high, uint64_t *low);

// Whether the bytes are well-formed UTF-8; else `*bad` is the offset of the first byte that is not.
int iocsk_is_utf8(const void *bytes, size_t length, size_t *bad);

// Runs `body` once on each of `threads` threads, with the thread's number, and waits for them. Their stacks have `stack`
// bytes: parsing recurses as deep as the source nests, which a worker's small stack might not hold.
void iocsk_on_threads(int threads, size_t stack, void (*body)(void *, int), void *context);
