#include "CSourceKit.h"

#include <string.h>

// Two independent multiply-and-fold lanes over eight bytes at a time.
static uint64_t mixed(uint64_t a, uint64_t b) {
    __uint128_t product = (__uint128_t)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

void iocsk_fingerprint(const void *bytes, size_t length, uint64_t *high, uint64_t *low) {
    const unsigned char *p = bytes;
    uint64_t a = 0x9E3779B97F4A7C15u ^ length, b = 0xD1B54A32D192ED03u;
    size_t rest = length;
    while (rest > 0) {
        uint64_t word = 0;
        size_t step = rest < 8 ? rest : 8;
        memcpy(&word, p, step);
        a = mixed(a ^ word, 0xA0761D6478BD642Fu) + 0xE7037ED1A0B428DBu;
        b = mixed(b + word, 0x8EBC6AF09C88C6E3u) ^ 0x589965CC75374CC3u;
        p += step;
        rest -= step;
    }
    *high = mixed(a, 0x1D8E4E27C47D124Fu);
    *low = mixed(b ^ a, 0xEB44ACCAB455D165u);
}

int iocsk_is_utf8(const void *bytes, size_t length, size_t *bad) {
    const unsigned char *p = bytes;
    size_t i = 0;
    while (i < length) {
        unsigned char c = p[i];
        if (c < 0x80) {
            i++;
            continue;
        }
        size_t count = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
        int valid = c >= 0xC2 && c <= 0xF4 && i + count <= length;
        for (size_t k = 1; valid && k < count; k++) valid = (p[i + k] & 0xC0) == 0x80;
        if (valid && c == 0xE0) valid = p[i + 1] >= 0xA0;
        if (valid && c == 0xED) valid = p[i + 1] < 0xA0;
        if (valid && c == 0xF0) valid = p[i + 1] >= 0x90;
        if (valid && c == 0xF4) valid = p[i + 1] < 0x90;
        if (!valid) {
            *bad = i;
            return 0;
        }
        i += count;
    }
    return 1;
}
