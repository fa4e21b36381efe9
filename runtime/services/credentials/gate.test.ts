import { describe, expect, test } from 'bun:test';
import type { AppError } from '@waypost/contract';
import fc from 'fast-check';
import { createGate, type GateLimits, type Turn } from './gate.ts';

/** A gate whose work takes until the test ends it, in time that the test moves. */
function setUp(limits: Partial<GateLimits> = {}) {
  const timers = new Set<() => void>();
  const gate = createGate({
    running: 4,
    waiting: 64,
    waitMs: 10_000,
    schedule: (work) => {
      timers.add(work);
      return () => timers.delete(work);
    },
    ...limits,
  });
  const running: { turn: Turn; number: number; end(): void }[] = [];
  const started: number[] = [];
  const outcomes = new Map<number, string>();
  let asked = 0;
  const ask = async (kind: string, address: string, signal?: AbortSignal): Promise<number> => {
    const number = asked++;
    const turn = { kind, address, signal };
    gate(turn, () => {
      started.push(number);
      return new Promise<string>((resolve) => running.push({ turn, number, end: () => resolve('done') }));
    }).then(
      (outcome) => outcomes.set(number, outcome),
      (error: AppError) => outcomes.set(number, error.code ?? String(error)),
    );
    await settle();
    return number;
  };
  const finish = async (at = 0) => {
    running.splice(at, 1)[0]?.end();
    await settle();
  };
  return { ask, finish, running, started, outcomes, timers };
}
/** Lets everything happen that waits for nothing but its turn in this process. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('hashing', () => {
  test('a flood of shared pages from one address leaves a place for who signs in', async () => {
    const { ask, finish, started, outcomes } = setUp({ running: 2 });
    for (let index = 0; index < 100; index += 1) await ask('share', '203.0.113.1');
    expect(started).toEqual([0]);
    const login = await ask('login', '198.51.100.1');
    expect(started).toEqual([0, login]);
    // A sixteenth waits for the flood, the rest was told to come back.
    expect([...outcomes.values()].filter((outcome) => outcome === 'too_many_requests')).toHaveLength(83);
    const second = await ask('login', '198.51.100.2');
    const third = await ask('login', '198.51.100.3');
    await finish(1);
    await finish(1);
    await finish(1);
    expect(started.slice(0, 4)).toEqual([0, login, second, third]);
  });

  test('a flood of one kind from everywhere takes every other turn, no more', async () => {
    const { ask, finish, started, running } = setUp({ running: 2 });
    for (let index = 0; index < 66; index += 1) await ask('share', `203.0.113.${index}`);
    const logins = [await ask('login', '198.51.100.1'), await ask('login', '198.51.100.2')];
    while (running.length > 0 && !logins.every((login) => started.includes(login))) await finish();
    expect(started.length).toBeLessThanOrEqual(6);
  });

  test('in a full queue whoever has most there makes room for who has less', async () => {
    const { ask, outcomes } = setUp({ running: 2, waiting: 8 });
    for (const address of [1, 2, 3, 3, 4, 4, 5, 5, 6, 6]) await ask('login', `203.0.113.${address}`);
    expect(outcomes.size).toBe(0);
    const third = await ask('login', '203.0.113.3');
    expect([...outcomes]).toEqual([[third, 'too_many_requests']]);
    const newcomer = await ask('login', '203.0.113.7');
    expect([...outcomes.keys()]).toEqual([third, 3]);
    const again = await ask('login', '203.0.113.7');
    expect(outcomes.get(again)).toBe('too_many_requests');
    expect(outcomes.has(newcomer)).toBe(false);
  });

  test('nobody waits longer than the limit, and who has gone waits no more', async () => {
    const { ask, finish, outcomes, timers, started } = setUp({ running: 1 });
    await ask('login', '203.0.113.1');
    const patient = await ask('login', '203.0.113.2');
    const leaving = new AbortController();
    const gone = await ask('login', '203.0.113.3', leaving.signal);
    leaving.abort();
    for (const timer of [...timers]) timer();
    await settle();
    expect(outcomes.get(patient)).toBe('too_many_requests');
    expect(outcomes.get(gone)).toBe('timed_out');
    const next = await ask('login', '203.0.113.4');
    await finish();
    expect(started).toEqual([0, next]);
    expect(timers.size).toBe(0);
  });

  test('work that fails gives its place back', async () => {
    const gate = createGate({ running: 1, waiting: 1, waitMs: 1_000 });
    const turn = { kind: 'login', address: '203.0.113.1' };
    await expect(gate(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate(turn, async () => 'next')).toBe('next');
  });

  test('whoever asks what in whatever order: places and queues keep their bounds, and everybody gets a turn', async () => {
    const kinds = ['login', 'share', 'password'];
    const arrival = fc.record({ kind: fc.constantFrom(...kinds), address: fc.integer({ min: 1, max: 6 }) });
    const step = fc.oneof({ arbitrary: arrival, weight: 3 }, { arbitrary: fc.nat(7), weight: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, places) => {
          const { ask, finish, running, started, outcomes } = setUp({ running: places, waiting: 8 });
          const share = Math.max(1, Math.floor(places / 2));
          const asked: number[] = [];
          const look = () => {
            expect(running.length).toBeLessThanOrEqual(places);
            const byAddress = Map.groupBy(running, ({ turn }) => turn.address);
            for (const held of byAddress.values()) expect(held.length).toBeLessThanOrEqual(share);
            const waiting = asked.filter((number) => !started.includes(number) && !outcomes.has(number));
            expect(waiting.length).toBeLessThanOrEqual(8 * kinds.length);
            // Nobody waits while nothing runs.
            if (running.length === 0) expect(waiting).toEqual([]);
          };
          for (const one of steps) {
            if (typeof one === 'number') await finish(Math.min(one, running.length - 1));
            else asked.push(await ask(one.kind, `203.0.113.${one.address}`));
            look();
          }
          const newcomer = await ask('login', '198.51.100.1');
          const before = started.length;
          while (running.length > 0) {
            await finish();
            look();
          }
          expect(outcomes.size).toBe(asked.length + 1);
          // At most one of each kind and address before a newcomer.
          if (outcomes.get(newcomer) === 'done')
            expect(started.indexOf(newcomer) - before).toBeLessThanOrEqual(kinds.length * 7);
        },
      ),
      { numRuns: 60 },
    );
  });
});
