import { expect, test } from 'bun:test';
import { type Check, checkLines, runChecks } from './run-checks.ts';

type Outcome = string | Error | { bad: string };

/** Checks that end as they are told to: a text is fine, `bad` a fault that was found, an error keeps from looking. */
const checks = (outcomes: Record<string, Outcome>): Check<undefined>[] => {
  const needs: Record<string, string[]> = { store: ['folder', 'file'], people: ['store'], log: ['store'] };
  return Object.entries(outcomes).map(([name, outcome]) => ({
    name,
    ...(needs[name] === undefined ? {} : { needs: needs[name] }),
    look: async () => {
      if (outcome instanceof Error) throw outcome;
      return typeof outcome === 'string'
        ? { isFine: true, found: outcome }
        : { isFine: false, found: outcome.bad };
    },
  }));
};
const linesOf = async (outcomes: Record<string, Outcome>) =>
  checkLines(await runChecks(checks(outcomes), undefined));

test('one fault is one line: an operator mends one thing, not seven', async () => {
  const lines = await linesOf({
    folder: new Error('TIME_ZONE is another'),
    file: 'fine',
    store: new Error('must not be asked'),
    people: new Error('must not be asked'),
    log: new Error('must not be asked'),
  });
  expect(lines).toEqual([
    'FAIL folder: TIME_ZONE is another',
    'ok   file: fine',
    'skip store, people, log: not checked because of folder',
  ]);
});

test('what a fault does not touch is looked at all the same', async () => {
  const lines = await linesOf({
    folder: 'fine',
    file: { bad: 'an index disagrees' },
    store: 'it opens',
    people: { bad: 'nobody' },
    log: 'intact',
  });
  expect(lines).toEqual([
    'ok   folder: fine',
    'FAIL file: an index disagrees',
    'ok   store: it opens',
    'FAIL people: nobody',
    'ok   log: intact',
  ]);
});

test('what fails because of a fault that was found before is not told as another', async () => {
  const lines = await linesOf({
    folder: 'fine',
    file: { bad: 'a page is damaged' },
    store: new Error('it ended while it was starting'),
    log: 'unreachable',
  });
  expect(lines).toEqual([
    'ok   folder: fine',
    'FAIL file: a page is damaged',
    'skip store, log: not checked because of file',
  ]);
});

test('a program reads of each check that it is not fine, and why', async () => {
  const results = await runChecks(checks({ store: new Error('no answer'), log: 'x' }), undefined);
  expect(results).toEqual([
    { name: 'store', isFine: false, found: 'no answer' },
    { name: 'log', isFine: false, causes: ['store'], found: 'not checked because of store' },
  ]);
});
