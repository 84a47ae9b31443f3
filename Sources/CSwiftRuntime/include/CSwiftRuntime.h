// The parts of the Swift runtime that IOC needs and that Swift code can't express: the enumeration of the program's
// metadata sections, the layouts of their records, a few thread-local words, and the C library's variables.
//
// The layouts are those of swift/include/swift/ABI/Metadata.h. They are fixed on Apple's platforms and have not changed
// on Linux since Swift 5. `DiscoveryTests` checks the facts that this file relies on.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// MARK: - Thread-local state

/// The innermost `Frame` of the container on this thread; null if there is none.
extern __thread void *_Nullable ioc_thread_frame;

static inline void *_Nullable ioc_get_thread_frame(void) { return ioc_thread_frame; }
static inline void ioc_set_thread_frame(void *_Nullable frame) { ioc_thread_frame = frame; }

/// Returns a number that identifies the thread among all living threads.
static inline uintptr_t ioc_thread_id(void) { return (uintptr_t)&ioc_thread_frame; }

/// The lowest address of this thread's stack: 0 before the first request, 1 if it is unknown.
extern __thread uintptr_t ioc_stack_limit;
uintptr_t ioc_find_stack_limit(void);

/// Returns the number of bytes left on this thread's stack; SIZE_MAX if it is unknown.
static inline size_t ioc_remaining_stack(void) {
    uintptr_t limit = ioc_stack_limit;
    if (limit == 0) limit = ioc_find_stack_limit();
    // The address of the stack frame is used, because a local variable may be elsewhere, for example with the address
    // sanitizer.
    return limit <= 1 ? SIZE_MAX : (uintptr_t)__builtin_frame_address(0) - limit;
}

// MARK: - Standard output and standard error

/// Flushes standard output and standard error, but no other stream.
static inline void ioc_flush_outputs(void) {
    fflush(stdout);
    fflush(stderr);
}

// MARK: - Runtime entry points

#if defined(__ELF__)
/// Calls `body` with a `MetadataSections` for each loaded image until it returns false.
void swift_enumerateAllMetadataSections(
    bool (*_Nonnull body)(const void *_Nonnull sections, void *_Nullable context), void *_Nullable context);
#endif

/// Returns the metadata of `(any P).Type`. The parameter is the metadata of `any P`.
const void *_Nonnull swift_getExistentialMetatypeMetadata(const void *_Nonnull existential);

// Casts as `as?` does. The flags are 1 to crash on failure, 2 to move the source on success, 4 to destroy it on
// failure.
bool swift_dynamicCast(
    void *_Nonnull destination, void *_Nonnull source, const void *_Nonnull sourceType,
    const void *_Nonnull targetType, size_t flags);

// Frees a box whose content was never initialized.
void swift_deallocBox(void *_Nonnull box);

/// Returns the witness table of a type for a conformance record.
const void *_Nonnull swift_getWitnessTable(
    const void *_Nonnull conformance, const void *_Nonnull type, const void *const _Nullable *_Nullable arguments);

// MARK: - Reading records

/// Follows a relative pointer. Returns null for a null pointer.
static inline const void *_Nullable ioc_relative(const void *_Nonnull field) {
    int32_t offset = *(const int32_t *)field;
    return offset == 0 ? NULL : (const char *)field + offset;
}

/// Follows a relative pointer inside a mangled name. Such a pointer is not aligned.
static inline const void *_Nonnull ioc_relative_unaligned(const char *_Nonnull field) {
    int32_t offset;
    memcpy(&offset, field, sizeof offset);
    return field + offset;
}

/// Follows a relative pointer. If its lowest bit is set, it points to a pointer to the target.
static inline const void *_Nullable ioc_relative_indirectable(const void *_Nonnull field) {
    int32_t offset = *(const int32_t *)field;
    if (offset == 0) return NULL;
    const void *target = (const char *)field + (offset & ~1);
    return (offset & 1) ? *(const void *const *)target : target;
}

enum {
    ioc_context_module = 0,
    ioc_context_extension = 1,
    ioc_context_anonymous = 2,
    ioc_context_protocol = 3,
    ioc_context_class = 16,
    ioc_context_struct = 17,
    ioc_context_enum = 18,
};

static inline int ioc_context_kind(const void *_Nonnull context) { return (int)(*(const uint32_t *)context & 0x1F); }
static inline bool ioc_context_is_generic(const void *_Nonnull context) { return *(const uint32_t *)context & 0x80; }
static inline const void *_Nullable ioc_context_parent(const void *_Nonnull context) {
    return ioc_relative_indirectable((const char *)context + 4);
}
/// Returns the name of a module, protocol or nominal type context.
static inline const char *_Nonnull ioc_context_name(const void *_Nonnull context) {
    return (const char *)ioc_relative((const char *)context + 8);
}

/// Returns true if a class has stored properties, but was compiled without their descriptions.
static inline bool ioc_class_lacks_reflection(const void *_Nonnull context) {
    uint32_t fields = *(const uint32_t *)((const char *)context + 36);
    return fields > 0 && ioc_relative((const char *)context + 16) == NULL;
}

/// Returns the type context of a type record; null for records of other kinds.
static inline const void *_Nullable ioc_type_record_context(const int32_t *_Nonnull record) {
    int32_t offset = *record;
    if (offset == 0) return NULL;
    const void *target = (const char *)record + (offset & ~3);
    switch (offset & 3) {
    case 0: return target;
    case 1: return *(const void *const *)target;
    default: return NULL;
    }
}

struct ioc_metadata_response {
    const void *_Nullable metadata;
    size_t state;
};

/// Returns the complete metadata of a type that is not generic.
static inline const void *_Nullable ioc_type_metadata(const void *_Nonnull context) {
    typedef struct ioc_metadata_response (*accessor)(size_t request) __attribute__((swiftcall));
    accessor access = (accessor)ioc_relative((const char *)context + 12);
    return access == NULL ? NULL : access(0).metadata;
}

/// Returns the descriptor of a conformance record.
static inline const void *_Nonnull ioc_conformance_descriptor(const int32_t *_Nonnull record) {
    return (const char *)record + *record;
}

/// Returns the protocol of a conformance.
static inline const void *_Nullable ioc_conformance_protocol(const void *_Nonnull descriptor) {
    return ioc_relative_indirectable(descriptor);
}

/// Returns the context of the type that conforms; null for types without one.
static inline const void *_Nullable ioc_conformance_type(const void *_Nonnull descriptor) {
    const char *type = (const char *)descriptor + 4;
    switch ((*(const uint32_t *)((const char *)descriptor + 12) >> 3) & 7) {
    case 0: return ioc_relative(type);
    case 1: {
        const void *const *slot = (const void *const *)ioc_relative(type);
        return slot == NULL ? NULL : *slot;
    }
    default: return NULL;
    }
}

/// Returns true if a conformance is conditional.
static inline bool ioc_conformance_is_conditional(const void *_Nonnull descriptor) {
    return ((*(const uint32_t *)((const char *)descriptor + 12) >> 8) & 0xFF) != 0;
}

enum {
    ioc_metadata_structure = 0x200,
    ioc_metadata_enumeration = 0x201,
    ioc_metadata_optional = 0x202,
    ioc_metadata_tuple = 0x301,
    ioc_metadata_existential = 0x303,
    ioc_metadata_extended_existential = 0x307,
};

/// Returns the kind of a type's metadata; 0 for classes.
static inline int ioc_metadata_kind(const void *_Nonnull metadata) {
    uintptr_t kind = *(const uintptr_t *)metadata;
    return kind > 0x7FF ? 0 : (int)kind;
}

// Returns true if an existential stores values of the type in a box. The flag is bit 17 of the flags, which come after
// eight witnesses, the size and the stride.
static inline bool ioc_needs_box(const void *_Nonnull metadata) {
    const char *witnesses = ((const char *const *)metadata)[-1];
    return *(const uint32_t *)(witnesses + 10 * sizeof(void *)) & 0x20000;
}

/// Returns the context descriptor of a class, a structure or an enumeration. Returns null for any other type, and for a
/// class that no Swift code declares.
static inline const void *_Nullable ioc_type_context(const void *_Nonnull metadata) {
    switch (ioc_metadata_kind(metadata)) {
#if defined(__APPLE__)
    case 0: return ((const void *const *)metadata)[8];
#else
    case 0: return ((const void *const *)metadata)[5];
#endif
    case ioc_metadata_structure:
    case ioc_metadata_enumeration:
    case ioc_metadata_optional: return ((const void *const *)metadata)[1];
    default: return NULL;
    }
}

/// Returns the number of a tuple's elements.
static inline size_t ioc_tuple_count(const void *_Nonnull metadata) { return ((const size_t *)metadata)[1]; }

/// Returns the type of a tuple's element. The types come after the count and the labels, each with its offset.
static inline const void *_Nonnull ioc_tuple_element(const void *_Nonnull metadata, size_t index) {
    return ((const void *const *)metadata)[3 + 2 * index];
}

/// Returns the superclass of a class; null if it has none or is imported from another language.
static inline const void *_Nullable ioc_class_superclass(const void *_Nonnull metadata) {
    return ioc_metadata_kind(metadata) == 0 ? ((const void *const *)metadata)[1] : 0;
}

/// Returns the protocols of `any P & Q` without marker protocols, their number, and whether there is a superclass.
static inline const void *_Nonnull const *_Nonnull ioc_existential_protocols(
    const void *_Nonnull metadata, uint32_t *_Nonnull count, bool *_Nonnull has_superclass) {
    const uint32_t *header = (const uint32_t *)((const char *)metadata + sizeof(void *));
    *count = header[1];
    *has_superclass = (header[0] & 0x40000000u) != 0;
    const void *const *tail = (const void *const *)(header + 2);
    return *has_superclass ? tail + 1 : tail;
}

/// Returns true if all instances of `any P & Q` are objects.
static inline bool ioc_existential_is_class_bound(const void *_Nonnull metadata) {
    return (*(const uint32_t *)((const char *)metadata + sizeof(void *)) & 0x80000000u) == 0;
}

// MARK: - Requirements

/// The requirements of a signature, stored one after another.
struct ioc_signature {
    const char *_Nonnull first;
    uint32_t count;
    /// The mangled name of the generic parameter for the instances.
    const char *_Nonnull self;
};

/// Returns the requirements of a protocol on its conforming types.
static inline struct ioc_signature ioc_protocol_signature(const void *_Nonnull protocol) {
    struct ioc_signature result = {(const char *)protocol + 24, *(const uint32_t *)((const char *)protocol + 12), "x"};
    return result;
}

/// Returns the requirements of `any P<Int>` on its instances.
/// - is_class_bound: True if all instances are objects.
static inline struct ioc_signature ioc_shape_signature(
    const void *_Nonnull metadata, bool *_Nonnull is_class_bound) {
    const char *shape = *(const char *const *)((const char *)metadata + sizeof(void *));
    uint32_t flags = *(const uint32_t *)shape;
    bool is_generalized = flags & 0x100;
    *is_class_bound = (flags & 0xFF) == 1;
    // The header of a signature: the number of its parameters, requirements and key arguments, and flags.
    const uint16_t *header = (const uint16_t *)(shape + 8);
    const uint16_t *generalization = (const uint16_t *)(shape + 16);
    const char *next = shape + 16 + (is_generalized ? 8 : 0) + ((flags & 0x200) ? 4 : 0) + ((flags & 0x400) ? 4 : 0);
    if (!(flags & 0x800)) next += header[0];
    if (is_generalized && !(flags & 0x1000)) next += generalization[0];
    struct ioc_signature result = {
        (const char *)(((uintptr_t)next + 3) & ~(uintptr_t)3), header[1], is_generalized ? "qd__" : "x"};
    return result;
}

/// Returns a requirement if it has a given kind and applies to the instances themselves; null otherwise.
static inline const char *_Nullable ioc_own_requirement(struct ioc_signature signature, uint32_t index, uint32_t kind) {
    const char *requirement = signature.first + 12 * (size_t)index;
    if ((*(const uint32_t *)requirement & 0x1F) != kind) return NULL;
    const char *parameter = (const char *)ioc_relative(requirement + 4);
    return parameter != NULL && strcmp(parameter, signature.self) == 0 ? requirement : NULL;
}

/// Returns the protocol to which a requirement makes the instances conform; null for other requirements.
static inline const void *_Nullable ioc_required_protocol(struct ioc_signature signature, uint32_t index) {
    const char *requirement = ioc_own_requirement(signature, index, 0);
    if (requirement == NULL) return NULL;
    int32_t offset = *(const int32_t *)(requirement + 8);
    const void *target = requirement + 8 + (offset & ~3);
    return (offset & 1) ? *(const void *const *)target : target;
}

/// Returns the context of the class from which a requirement makes the instances inherit. Returns null for other
/// requirements, and for a class that a plain reference can't name, such as a generic one.
static inline const void *_Nullable ioc_required_class(struct ioc_signature signature, uint32_t index) {
    const char *requirement = ioc_own_requirement(signature, index, 2);
    if (requirement == NULL) return NULL;
    const char *name = (const char *)ioc_relative(requirement + 8);
    if (name == NULL || name[0] < 1 || name[0] > 2 || name[5] != 0) return NULL;
    const void *target = ioc_relative_unaligned(name + 1);
    return name[0] == 1 ? target : *(const void *const *)target;
}
