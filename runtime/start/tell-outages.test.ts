import { describe, expect, test } from 'bun:test';
import { type After, tellOutages } from './tell-outages.ts';

/** A store and a clock that are moved by hand. */
function start(mongodbUri: string | undefined) {
  const lines: string[] = [];
  const waiting = new Map<object, { at: number; work: () => void }>();
  let now = 0;
  let isUp = false;
  let listener: (isUp: boolean) => void = () => undefined;
  const after: After = (milliseconds, work) => {
    const key = {};
    waiting.set(key, { at: now + milliseconds, work });
    return () => void waiting.delete(key);
  };
  const stop = tellOutages({
    environment: { dataDirectory: '/data', mongodbUri },
    store: {
      isUp: () => isUp,
      lastFailure: () => 'ECONNREFUSED',
      onChange: (follow) => {
        listener = follow;
        return () => undefined;
      },
    },
    tell: (line) => lines.push(line),
    after,
  });
  const set = (up: boolean) => {
    isUp = up;
    listener(up);
  };
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      for (const [key, { at, work }] of waiting) {
        if (at > now) continue;
        waiting.delete(key);
        work();
      }
    }
  };
  return { lines, set, pass, stop };
}

const URI = 'mongodb://joe:ses@me@db1.example.com:27017,db2.example.com/waypost?replicaSet=rs';

describe('a store that is away', () => {
  test('is told in one sentence with the reason and what to do, never with the password', () => {
    const { lines, pass } = start(URI);
    pass(5);
    expect(lines).toEqual([
      'Waiting for MongoDB at db1.example.com:27017,db2.example.com: ECONNREFUSED. Start it, or stop Waypost and correct MONGODB_URI; Waypost goes on by itself when it is there.',
    ]);
  });

  test('is told once a minute, not more often', () => {
    const { lines, pass } = start(URI);
    pass(3 + 60 + 59);
    expect(lines.length).toBe(2);
    pass(1);
    expect(lines.length).toBe(3);
  });

  test('is told to be there again, once', () => {
    const { lines, pass, set } = start(URI);
    pass(5);
    set(true);
    pass(200);
    expect(lines.slice(1)).toEqual(['Reached: MongoDB at db1.example.com:27017,db2.example.com.']);
  });

  test('but comes back as soon as a restart takes is no news', () => {
    const { lines, pass, set } = start(URI);
    pass(2);
    set(true);
    set(false);
    pass(2);
    set(true);
    pass(100);
    expect(lines).toEqual([]);
  });

  test('and is the embedded one has longer to open its file', () => {
    const { lines, pass } = start(undefined);
    pass(9);
    expect(lines).toEqual([]);
    pass(1);
    expect(lines).toEqual([
      'Waiting for the embedded store in /data/store: ECONNREFUSED. A large one takes a while to open; Waypost goes on by itself when it is there.',
    ]);
  });

  test('is not told any more once the process stops', async () => {
    const { lines, pass, stop } = start(URI);
    await stop();
    pass(100);
    expect(lines).toEqual([]);
  });
});
