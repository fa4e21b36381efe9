import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { APART_MS, type Belief, believe, isDoubted, NOTHING_BELIEVED } from './belief.ts';
import type { Finding } from './values.ts';

interface Look {
  finding: Finding;
  /** Since the look before, milliseconds; negative: the clock was put back. */
  after: number;
  by: string;
}

const START = 1_800_000_000_000;
const zFinding = fc.constantFrom<Finding>('good', 'bad', 'unknown');
const looks = (after: fc.Arbitrary<number>, finding = zFinding) =>
  fc.array(fc.record({ finding, after, by: fc.constantFrom('one', 'two') }), { maxLength: 60 });
const forwards = fc.integer({ min: 0, max: 10 * APART_MS });
const anywhere = fc.integer({ min: -30 * APART_MS, max: 10 * APART_MS });

/** Each step of what is believed while it is looked. */
function follow(given: readonly Look[], { areSeveral = true, from = NOTHING_BELIEVED } = {}) {
  let at = START;
  let belief: Belief = from;
  return given.map((look) => {
    at += look.after;
    const before = belief;
    belief = believe(belief, { finding: look.finding, by: look.by, at, areSeveral });
    return { look, at, before, belief };
  });
}
const good: Belief = { is: 'good', since: START, votes: [] };
const at = (minutes: number) => START + minutes * APART_MS;
const see = (belief: Belief, finding: Finding, minutes: number, by = '', areSeveral = false) =>
  believe(belief, { finding, at: at(minutes), by, areSeveral });

describe('what is believed', () => {
  test('is changed by two bad looks a minute apart, and not by one', () => {
    const once = see(good, 'bad', 1);
    expect([once.is, isDoubted(once)]).toEqual(['good', true]);
    expect(see(once, 'bad', 1.9).is).toBe('good');
    expect(see(once, 'bad', 2)).toMatchObject({ is: 'bad', since: at(2) });
    expect(see(see(once, 'good', 2), 'bad', 3).is).toBe('bad');
    expect(see(see(see(once, 'good', 2), 'good', 3), 'bad', 4).is).toBe('good');
  });

  test('takes two resolvers, or one that says it three times', () => {
    const one = see(see(good, 'bad', 1, 'one', true), 'bad', 2, 'one', true);
    expect(one.is).toBe('good');
    expect(see(one, 'bad', 3, 'two', true).is).toBe('bad');
    expect(see(one, 'bad', 3, 'one', true).is).toBe('bad');
  });

  test('is never changed by what nobody could say', () => {
    fc.assert(
      fc.property(looks(anywhere), fc.boolean(), (given, areSeveral) => {
        for (const { look, before, belief } of follow(given, { areSeveral }))
          if (look.finding === 'unknown') expect(belief).toBe(before);
      }),
    );
  });

  test('is the same whether or not anybody could say between', () => {
    fc.assert(
      fc.property(looks(forwards), (given) => {
        const known: Look[] = [];
        let waited = 0;
        for (const look of given) {
          if (look.finding === 'unknown') waited += look.after;
          else {
            known.push({ ...look, after: look.after + waited });
            waited = 0;
          }
        }
        const last = (some: ReturnType<typeof follow>) => some.at(-1)?.belief ?? NOTHING_BELIEVED;
        expect(last(follow(given))).toEqual(last(follow(known)));
      }),
    );
  });

  test('changes only where two findings of the new kind lie a minute apart since the change before', () => {
    fc.assert(
      fc.property(looks(anywhere), fc.boolean(), (given, areSeveral) => {
        const steps = follow(given, { areSeveral });
        let since = 0;
        for (const [index, { before, belief }] of steps.entries()) {
          if (before.is === belief.is) continue;
          const same = steps
            .slice(since, index + 1)
            .filter(({ look }) => look.finding === belief.is)
            .map((step) => step.at);
          expect(same.length).toBeGreaterThanOrEqual(2);
          expect(Math.max(...same) - Math.min(...same)).toBeGreaterThanOrEqual(APART_MS);
          since = index;
        }
      }),
    );
  });

  test('flaps at most at every second look that counts', () => {
    fc.assert(
      fc.property(looks(forwards, fc.constantFrom<Finding>('good', 'bad')), (given) => {
        const steps = follow(given, { areSeveral: false });
        const changes = steps.filter(({ before, belief }) => before.is !== belief.is).length;
        expect(changes).toBeLessThanOrEqual(Math.ceil(given.length / 2));
        const alternating = given.map((look, index) => ({
          ...look,
          finding: index % 2 === 0 ? ('bad' as const) : ('good' as const),
        }));
        for (const { belief } of follow(alternating.slice(0, 2), { areSeveral: false, from: good }))
          expect(belief.is).toBe('good');
      }),
    );
  });

  test('one bad look among good ones is nothing, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(anywhere, { minLength: 3, maxLength: 30 }), fc.nat(), (after, at) => {
        const bad = at % after.length;
        const given = after.map((wait, index) => ({
          after: wait,
          by: '',
          finding: index === bad ? ('bad' as const) : ('good' as const),
        }));
        for (const { belief } of follow(given, { areSeveral: false, from: good }))
          expect(belief.is).toBe('good');
      }),
    );
  });

  test('is reached again after the clock went back', () => {
    fc.assert(
      fc.property(looks(anywhere), (given) => {
        const steps = follow(given, { areSeveral: false });
        let { belief, at: now } = steps.at(-1) ?? { belief: NOTHING_BELIEVED, at: START };
        now -= 1_000 * APART_MS;
        for (let look = 0; look < 3; look += 1) {
          now += APART_MS;
          belief = believe(belief, { finding: 'bad', at: now, by: '', areSeveral: false });
        }
        expect(belief.is).toBe('bad');
      }),
    );
  });
});
