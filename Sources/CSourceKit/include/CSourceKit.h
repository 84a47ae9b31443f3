#pragma once

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

// The part of sourcekitd that the generator uses. The library is opened with dlopen, so nothing links against it. A
// response becomes flat arrays of declarations and tokens in source order, so that Swift code can read plain memory.

// The kinds of declarations in the source model.
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
    IOCSK_KIND_VAR_INSTANCE,
    IOCSK_KIND_VAR_STATIC,
    IOCSK_KIND_VAR_CLASS,
    IOCSK_KIND_VAR_PARAMETER,
    IOCSK_KIND_METHOD_INSTANCE,
    IOCSK_KIND_METHOD_STATIC,
    IOCSK_KIND_METHOD_CLASS,
    IOCSK_KIND_COUNT
} iocsk_kind;

// The kinds of tokens in the source model.
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

// Offsets and lengths are numbers of UTF-8 bytes. Those of a name or a body are -1 if there is no such part.
typedef struct iocsk_node {
    int32_t parent;
    int32_t kind;
    int32_t is_settable;
    int64_t offset, length;
    int64_t name_offset, name_length;
    int64_t body_offset, body_length;
    const char *name;
    const char *type_name;
    int32_t first_attribute, attribute_count;
    int32_t first_type_reference, type_reference_count;
} iocsk_node;

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
    iocsk_range *attributes;
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

// Opens sourcekitd. Thread-safe. If the library can't be opened or lacks a function, returns null and sets `*error`,
// which the caller frees.
iocsk_library *iocsk_open(const char *path, char **error);

// Parses one text. Thread-safe. Sets `error` of the result if sourcekitd rejects the text.
iocsk_result *iocsk_parse(iocsk_library *library, const char *name, const char *text, size_t length);

// Frees a result and all strings in it.
void iocsk_free(iocsk_library *library, iocsk_result *result);
