"""Sixteen bytes at once: SSE2, which every x86-64 has.

Elsewhere plain loops, of which compilers make what the machine has.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef GUOBIAO_LANES
    #define GUOBIAO_LANES
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    typedef __m128i guobiao_lanes_t;
    static CYTHON_INLINE guobiao_lanes_t guobiao_read(const uint8_t *bytes) {
        return _mm_loadu_si128((const __m128i *)bytes);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_read_low(uint32_t bytes) {
        return _mm_cvtsi32_si128((int)bytes);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_fill(uint8_t byte) {
        return _mm_set1_epi8((char)byte);
    }
    static CYTHON_INLINE void guobiao_store(uint8_t *bytes, guobiao_lanes_t lanes) {
        _mm_storeu_si128((__m128i *)bytes, lanes);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_add(guobiao_lanes_t a, guobiao_lanes_t b) {
        return _mm_adds_epu8(a, b);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_add_aligned(guobiao_lanes_t a, const uint8_t *b) {
        return _mm_adds_epu8(a, _mm_load_si128((const __m128i *)b));
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_common(guobiao_lanes_t a, guobiao_lanes_t b) {
        return _mm_and_si128(a, b);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_least(guobiao_lanes_t a, guobiao_lanes_t b) {
        return _mm_min_epu8(a, b);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_most(guobiao_lanes_t a, guobiao_lanes_t b) {
        return _mm_max_epu8(a, b);
    }
    static CYTHON_INLINE int guobiao_any_above(guobiao_lanes_t a, uint8_t limit) {
        __m128i over = _mm_subs_epu8(a, _mm_set1_epi8((char)limit));
        __m128i none = _mm_cmpeq_epi8(over, _mm_setzero_si128());
        return _mm_movemask_epi8(none) != 0xFFFF;
    }
    static CYTHON_INLINE uint64_t guobiao_sums(
            guobiao_lanes_t a, guobiao_lanes_t b, guobiao_lanes_t c) {
        __m128i zero = _mm_setzero_si128(), sums = _mm_sad_epu8(a, zero);
        uint64_t result;
        sums = _mm_or_si128(sums, _mm_slli_epi64(_mm_sad_epu8(b, zero), 16));
        sums = _mm_or_si128(sums, _mm_slli_epi64(_mm_sad_epu8(c, zero), 32));
        sums = _mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums));
        _mm_storel_epi64((__m128i *)&result, sums);
        return result;
    }
    #else
    typedef struct { uint8_t bytes[16]; } guobiao_lanes_t;
    #define GUOBIAO_EACH(value) \
        guobiao_lanes_t made; int lane; \
        for (lane = 0; lane < 16; lane++) made.bytes[lane] = (uint8_t)(value); \
        return made
    static CYTHON_INLINE guobiao_lanes_t guobiao_read(const uint8_t *bytes) {
        GUOBIAO_EACH(bytes[lane]);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_read_low(uint32_t bytes) {
        GUOBIAO_EACH(lane < 4 ? bytes >> 8 * lane : 0);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_fill(uint8_t byte) { GUOBIAO_EACH(byte); }
    static CYTHON_INLINE void guobiao_store(uint8_t *bytes, guobiao_lanes_t lanes) {
        memcpy(bytes, lanes.bytes, 16);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_add(guobiao_lanes_t a, guobiao_lanes_t b) {
        GUOBIAO_EACH(a.bytes[lane] + b.bytes[lane] > 255 ? 255 : a.bytes[lane] + b.bytes[lane]);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_add_aligned(guobiao_lanes_t a, const uint8_t *b) {
        return guobiao_add(a, guobiao_read(b));
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_common(guobiao_lanes_t a, guobiao_lanes_t b) {
        GUOBIAO_EACH(a.bytes[lane] & b.bytes[lane]);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_least(guobiao_lanes_t a, guobiao_lanes_t b) {
        GUOBIAO_EACH(a.bytes[lane] < b.bytes[lane] ? a.bytes[lane] : b.bytes[lane]);
    }
    static CYTHON_INLINE guobiao_lanes_t guobiao_most(guobiao_lanes_t a, guobiao_lanes_t b) {
        GUOBIAO_EACH(a.bytes[lane] > b.bytes[lane] ? a.bytes[lane] : b.bytes[lane]);
    }
    static CYTHON_INLINE int guobiao_any_above(guobiao_lanes_t a, uint8_t limit) {
        int lane, found = 0;
        for (lane = 0; lane < 16; lane++) found |= a.bytes[lane] > limit;
        return found;
    }
    static CYTHON_INLINE uint64_t guobiao_sums(
            guobiao_lanes_t a, guobiao_lanes_t b, guobiao_lanes_t c) {
        uint64_t sum = 0;
        int lane;
        for (lane = 0; lane < 16; lane++)
            sum += a.bytes[lane] + ((uint64_t)b.bytes[lane] << 16)
                + ((uint64_t)c.bytes[lane] << 32);
        return sum;
    }
    #undef GUOBIAO_EACH
    #endif
    #endif
    """
    ctypedef struct lanes_t "guobiao_lanes_t":
        pass
    lanes_t read_lanes "guobiao_read"(const uint8_t *bytes) noexcept nogil
    lanes_t low_lanes "guobiao_read_low"(uint32_t bytes) noexcept nogil  # four bytes, then zeros
    lanes_t lanes_of "guobiao_fill"(uint8_t byte) noexcept nogil
    void store_lanes "guobiao_store"(uint8_t *bytes, lanes_t lanes) noexcept nogil
    lanes_t add_lanes "guobiao_add"(lanes_t a, lanes_t b) noexcept nogil  # never above 255
    # at an address divisible by 16
    lanes_t add_aligned "guobiao_add_aligned"(lanes_t a, const uint8_t *b) noexcept nogil
    lanes_t common_bits "guobiao_common"(lanes_t a, lanes_t b) noexcept nogil
    lanes_t least_lanes "guobiao_least"(lanes_t a, lanes_t b) noexcept nogil
    lanes_t most_lanes "guobiao_most"(lanes_t a, lanes_t b) noexcept nogil
    bint any_above "guobiao_any_above"(lanes_t a, uint8_t limit) noexcept nogil
    # The sums of sixteen bytes, of a from bit 0, of b from bit 16, of c from bit 32 on.
    uint64_t sums_of "guobiao_sums"(lanes_t a, lanes_t b, lanes_t c) noexcept nogil
