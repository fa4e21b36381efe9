import { expect, test } from 'bun:test';
import { createScope } from './scope.ts';

function recorder() {
  const events: string[] = [];
  const apply = (name: string) => () => {
    events.push(`+${name}`);
    return () => void events.push(`-${name}`);
  };
  return { events, apply };
}
const ignore = () => {};

test('nothing shows before commit, everything after it, nothing after dispose', async () => {
  const { events, apply } = recorder();
  const scope = createScope();
  scope.add(apply('a'));
  scope.add(apply('b'));
  expect(events).toEqual([]);
  scope.commit();
  scope.add(apply('late'));
  expect(events).toEqual(['+a', '+b', '+late']);
  await scope.dispose(ignore);
  expect(events.slice(3)).toEqual(['-late', '-b', '-a']);
});

test('a registration that fails takes back those before it', async () => {
  const { events, apply } = recorder();
  const scope = createScope();
  scope.add(apply('a'));
  scope.add(() => {
    throw new Error('taken');
  });
  expect(() => scope.commit()).toThrow('taken');
  expect(events).toEqual(['+a', '-a']);
  await scope.dispose(ignore);
  expect(events).toEqual(['+a', '-a']);
});

test('one registration can be undone alone, once, before or after commit', async () => {
  const { events, apply } = recorder();
  const scope = createScope();
  const undoEarly = scope.add(apply('early'));
  await undoEarly();
  const undo = scope.add(apply('a'));
  scope.commit();
  await undo();
  await undo();
  await scope.dispose(ignore);
  expect(events).toEqual(['+a', '-a']);
});

test('what is held is undone even if commit was never reached, and a failing one keeps no other', async () => {
  const { events } = recorder();
  const faults: unknown[] = [];
  const scope = createScope();
  scope.hold(() => void events.push('closed'));
  scope.hold(() => {
    throw new Error('stuck');
  });
  await scope.dispose((error) => void faults.push(error));
  expect(events).toEqual(['closed']);
  expect(faults).toHaveLength(1);
});

test('what is withdrawn can be shown again, and what it left to end is awaited at the end', async () => {
  const { events, apply } = recorder();
  const scope = createScope();
  scope.add(apply('a'));
  const gate = Promise.withResolvers<void>();
  scope.add(() => {
    events.push('+slow');
    return () => {
      events.push('-slow');
      return gate.promise;
    };
  });
  scope.commit();
  scope.withdraw(ignore);
  expect(events).toEqual(['+a', '+slow', '-slow', '-a']);
  scope.commit();
  expect(events.slice(4)).toEqual(['+a', '+slow']);
  scope.withdraw(ignore);
  let isOver = false;
  const disposed = scope.dispose(ignore).then(() => {
    isOver = true;
  });
  await Bun.sleep(0);
  expect(isOver).toBe(false);
  gate.resolve();
  await disposed;
  expect(events).toHaveLength(8);
});
