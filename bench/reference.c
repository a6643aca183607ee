/* What plain C needs for the questions of bench/kernels.py: the yardstick.
 *
 * Same arrays, same answers, same order as the kernels of grognard.mechanics, but written
 * for exactly these questions: no surcharges, no lone steps, unit costs in supply legs, one
 * kind of zone. Work space is kept between calls. Each time_* function answers its question
 * many times over and returns nanoseconds for one.
 */
#include <stdint.h>
#include <string.h>
#include <time.h>

enum { HEXES = 2500, ENEMY = 1, ZONE = 2, BOND = 8, BONDED = 64 };
enum { UNREACHED = 32767 << 16 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

/* (a) Reach: stop on entering a zone, pay to leave one, no step over or into a bond. */

static int32_t item[6 * HEXES + 1], older[6 * HEXES + 1], first[1024];

int reach(const int32_t *restrict neighbours, const int16_t *restrict steps,
          const uint8_t *restrict ground, const uint8_t *restrict barred, int start,
          int budget, int leave, int32_t *restrict ends, int32_t *restrict labels)
{
    for (int i = 0; i < HEXES; i++)
        labels[i] = UNREACHED;
    memset(first, -1, sizeof(int32_t) * (budget + 1));
    int entries = 1, low = start, high = start;
    item[0] = start;
    older[0] = -1;
    first[0] = 0;
    labels[start] = start;
    for (int paid = 0; paid <= budget; paid++) {
        for (int entry = first[paid]; entry >= 0; entry = older[entry]) {
            int here = item[entry];
            if (labels[here] >> 16 != paid)
                continue;
            int base = paid + (ground[here] & ZONE ? leave : 0), bars = barred[here];
            for (int side = 0; side < 6; side++) {
                int cost = base + steps[6 * here + side];
                if (cost > budget || bars >> side & 1)
                    continue;
                int there = neighbours[6 * here + side];
                if (ground[there] & (ENEMY | BOND))
                    continue;
                int label = cost << 16 | here, known = labels[there];
                if (label < known) {
                    labels[there] = label;
                    low = there < low ? there : low;
                    high = there > high ? there : high;
                    if (cost < known >> 16 && !(ground[there] & ZONE)) {
                        item[entries] = there;
                        older[entries] = first[cost];
                        first[cost] = entries++;
                    }
                }
            }
        }
    }
    int count = 0;
    for (int i = low; i <= high; i++)
        if (labels[i] != UNREACHED && i != start)
            ends[count++] = i;
    return count;
}

double time_reach(const int32_t *neighbours, const int16_t *steps, const uint8_t *ground,
                  const uint8_t *barred, const int32_t *starts, int number, int budget,
                  int leave, int32_t *ends, int32_t *labels)
{
    double begin = now();
    for (int i = 0; i < number; i++)
        reach(neighbours, steps, ground, barred, starts[i], budget, leave, ends, labels);
    return (now() - begin) / number;
}

/* (b) Supply: rail without limit, then road, then overland, closed by units, zones, bonds. */

static int32_t order[HEXES];

void trace(const int32_t *neighbours, const int16_t *steps, const uint8_t *ground,
           const uint8_t *barred, const int32_t *sources, int number, const int32_t *budgets,
           uint8_t *legs, int16_t *lengths, int32_t *parents)
{
    int settled = 0;
    memset(legs, 255, HEXES);
    for (int i = 0; i < number; i++)
        if (legs[sources[i]] == 255 && !(ground[sources[i]] & (ENEMY | BOND))) {
            legs[sources[i]] = 0;
            lengths[sources[i]] = 0;
            parents[sources[i]] = sources[i];
            order[settled++] = sources[i];
        }
    for (int leg = 1; leg <= 3; leg++, steps += 6 * HEXES) {
        int limit = budgets[leg - 1] ? budgets[leg - 1] : HEXES;
        for (int next = 0; next < settled; next++) {
            int here = order[next], length = legs[here] == leg ? lengths[here] + 1 : 1;
            if (length > limit || ground[here] & ZONE)
                continue;
            for (int side = 0; side < 6; side++) {
                if (steps[6 * here + side] > 1 || barred[here] >> side & 1)
                    continue;
                int there = neighbours[6 * here + side];
                if (legs[there] < leg || ground[there] & (ENEMY | ZONE | BOND))
                    continue;
                if (legs[there] == leg) {
                    if (lengths[there] == length && here < parents[there])
                        parents[there] = here;
                    continue;
                }
                legs[there] = leg;
                lengths[there] = length;
                parents[there] = here;
                order[settled++] = there;
            }
        }
    }
}

double time_trace(const int32_t *neighbours, const int16_t *steps, const uint8_t *ground,
                  const uint8_t *barred, const int32_t *sources, int number,
                  const int32_t *budgets, int times, uint8_t *legs, int16_t *lengths,
                  int32_t *parents)
{
    double begin = now();
    for (int i = 0; i < times; i++)
        trace(neighbours, steps, ground, barred, sources, number, budgets, legs, lengths,
              parents);
    return (now() - begin) / times;
}

/* (c) Occupation, zones and bonds of both sides, from the list of units. */

static void bonds(const int32_t *neighbours, const uint8_t *straight, const uint8_t *offset,
                  const int16_t *friends, const int16_t *enemies, uint8_t *barred)
{
    for (int here = 0; here < HEXES; here++) {
        if (!friends[here])
            continue;
        for (int side = 0; side < 3; side++) {
            if (straight[here] >> side & 1) {
                int middle = neighbours[6 * here + side];
                if (!friends[middle] && !enemies[middle] && friends[neighbours[6 * middle + side]])
                    barred[middle] |= BONDED;
            }
            if (offset[here] >> side & 1) {
                int left = neighbours[6 * here + side], right = neighbours[6 * here + side + 1];
                if (friends[neighbours[6 * left + side + 1]] && !(enemies[left] && enemies[right])) {
                    barred[left] |= 1 << (side + 2);
                    barred[right] |= 1 << (side + 5) % 6;
                }
            }
        }
    }
}

/* units and zones: [side][hex] */
void maps(const int32_t *neighbours, const uint8_t *straight, const uint8_t *offset,
          const int32_t *owners, const int32_t *places, int number,
          int16_t *units, int16_t *zones, uint8_t *barred)
{
    memset(units, 0, 2 * HEXES * sizeof(int16_t));
    memset(zones, 0, 2 * HEXES * sizeof(int16_t));
    memset(barred, 0, 2 * HEXES);
    for (int i = 0; i < number; i++) {
        int base = owners[i] * HEXES, here = places[i];
        if (units[base + here]++)
            continue;
        for (int side = 0; side < 6; side++)
            if (neighbours[6 * here + side] >= 0)
                zones[base + neighbours[6 * here + side]]++;
    }
    bonds(neighbours, straight, offset, units, units + HEXES, barred);
    bonds(neighbours, straight, offset, units + HEXES, units, barred + HEXES);
}

double time_maps(const int32_t *neighbours, const uint8_t *straight, const uint8_t *offset,
                 const int32_t *owners, const int32_t *places, int number, int times,
                 int16_t *units, int16_t *zones, uint8_t *barred)
{
    double begin = now();
    for (int i = 0; i < times; i++)
        maps(neighbours, straight, offset, owners, places, number, units, zones, barred);
    return (now() - begin) / times;
}
