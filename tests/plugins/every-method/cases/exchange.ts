import { defineSettings, field } from '@waypost/contract';
import type { Contributed, Settings } from '@waypost/sdk';
import { z } from 'zod';
import { type Cases, type Part, shapeOf } from '../case.ts';

const isUndo = { look: (undo: unknown) => typeof undo, expected: 'function' };
const settings = defineSettings({
  fields: {
    greeting: field(z.string().min(1).max(20), { default: 'Hello' }),
    token: field(z.string().min(8), { default: '--------', secret: true }),
  },
});

/** A service may be an object of a class. */
class Sums {
  readonly #start = 0;
  async add(a: number, b: number): Promise<number> {
    return this.#start + a + b;
  }
}

type Exchange =
  | Part<'jobs' | 'operations' | 'events' | 'realtime' | 'hooks' | 'points' | 'visitRules'>
  | 'audit'
  | 'audited'
  | 'provide'
  | 'require'
  | 'settings';

/** What a plugin does with others. */
export const exchangeCases = {
  'jobs.define': {
    at: 'setup',
    given: ({ notes }) => [
      'work',
      async (data, signal) => void notes.set('job', { data, isSignal: signal instanceof AbortSignal }),
    ],
    ...isUndo,
  },
  'jobs.every': { at: 'setup', given: () => ['1 hour', 'work', { by: 'clock' }], ...isUndo },
  'jobs.now': {
    given: () => ['work', { by: 'hand' }],
    look: (_outcome, { noted }) => noted('job'),
    expected: { data: { by: 'hand' }, isSignal: true },
  },
  'operations.define': {
    at: 'setup',
    given: ({ notes }) => [
      'count',
      {
        input: z.object({ to: z.int().default(2) }),
        async run(run) {
          run.progress(1, 2);
          const file = await run.createFile({ name: 'numbers.txt', type: 'text/plain' });
          await file.write('one\n');
          await file.write(new Uint8Array([50, 10]));
          await file.keep({ line: 2 });
          const { input, kept = 'nothing', owner, locale, signal } = run;
          const said = run.translate('every-method.hello', { name: 'you' });
          notes.set('operation', {
            input,
            kept,
            owner: typeof owner,
            locale,
            said,
            isSignal: signal instanceof AbortSignal,
          });
        },
        async unfinished({ to }) {
          notes.set('unfinished operation', to);
        },
      },
    ],
    ...isUndo,
  },
  'operations.start': {
    given: ({ request }) => ['count', { name: 'Numbers', input: { to: 3 } }, request],
    look: async (outcome, { noted }) => [shapeOf(outcome), await noted('operation')],
    expected: [
      { id: 'string' },
      {
        input: { to: 3 },
        kept: 'nothing',
        owner: 'string',
        locale: 'en-US',
        said: 'Hello you',
        isSignal: true,
      },
    ],
  },
  'events.on': {
    at: 'setup',
    given: ({ notes }) => ['every-method.told', (payload) => void notes.set('event', payload)],
    ...isUndo,
  },
  'events.emit': {
    given: () => ['every-method.told', { text: 'news' }],
    look: (_outcome, { noted }) => noted('event'),
    expected: { text: 'news' },
  },
  'realtime.topic': {
    at: 'setup',
    given: ({ notes }) => [
      'every-method.news',
      {
        permission: 'every-method.alone:read',
        scope: ({ caller, parameter }) => (parameter === 'mine' ? caller.id : undefined),
        watched(audience) {
          notes.set('watched', typeof audience);
          return () => void notes.set('watched', 'left');
        },
        isState: true,
      },
    ],
    ...isUndo,
  },
  'realtime.publish': {
    given: ({ request }) => ['every-method.news', { text: 'state' }, request.caller.id],
    expected: null,
  },
  audit: {
    at: 'transaction',
    given: ({ request, session }) => [
      {
        type: 'every-method.thing.look',
        target: 'target',
        before: { a: 1 },
        after: { a: 2 },
        request,
        // The request says who it was, whatever stands here.
        actor: { id: 'a', account: 'b', via: 'session', as: { id: 'c', account: 'd' } },
      },
      session,
    ],
    expected: null,
  },
  audited: {
    given: () => [{ target: 'looked at', type: 'every-method.thing.read', from: 1, page: 1, page_size: 2 }],
    async look(_none, { context, request }) {
      const type = 'every-method.thing.read';
      await context.audit({ type, target: 'looked at', before: { a: 1 }, after: { a: 2 }, request });
      return shapeOf(await context.audited({ target: 'looked at', page: 1, page_size: 2 }));
    },
    expected: {
      content: [
        {
          actor: { account: 'string', id: 'string', via: 'string' },
          after: { a: 'number' },
          before: { a: 'number' },
          number: 'number',
          time: 'string',
          type: 'string',
        },
      ],
      count: 'number',
    },
  },
  provide: { at: 'setup', given: () => ['every-method.sums', new Sums()], ...isUndo },
  require: {
    given: () => ['part-friend.books', '^1'],
    look: (books) => (books as { title(name: string): Promise<unknown> }).title('sea'),
    expected: { title: 'The sea' },
  },
  'hooks.before': {
    at: 'setup',
    given: ({ notes }) => [
      'every-method.thing.create',
      (event) => void notes.set('before', event),
      { order: 3, timeLimitMs: 1_500, onFailure: 'refuse' },
    ],
    ...isUndo,
  },
  'hooks.after': {
    at: 'setup',
    given: ({ notes }) => ['every-method.thing.create', (event) => void notes.set('after', event)],
    ...isUndo,
  },
  'points.offer': {
    at: 'setup',
    given: () => [
      {
        name: 'every-method.greeter',
        version: '1.2.0',
        check({ greet }) {
          if (typeof greet !== 'function') throw new TypeError('greet is missing');
        },
      },
    ],
    ...isUndo,
  },
  'points.contribute': {
    at: 'setup',
    given: () => [
      'every-method.greeter',
      '^1',
      'every-method.kind',
      { polite: true, greet: async (name: string) => `Hello, ${name}` },
    ],
    ...isUndo,
  },
  'points.contributions': {
    given: () => ['every-method.greeter'],
    look: (found) =>
      Promise.all(
        (found as Contributed<{ polite: boolean; greet(name: string): Promise<string> }>[]).map(
          async ({ plugin, name, contribution: { polite, greet } }) => [
            plugin,
            name,
            polite,
            await greet('you'),
          ],
        ),
      ),
    expected: [['every-method', 'every-method.kind', true, 'Hello, you']],
  },
  'visitRules.kind': {
    at: 'setup',
    given: () => [
      {
        name: 'every-method.hours',
        parameters: { from: 'number', to: 'number' },
        condition: { fact: 'hour', from: { parameter: 'from' }, to: { parameter: 'to' } },
      },
    ],
    ...isUndo,
  },
  'visitRules.kinds': {
    given: () => [],
    look: (kinds) => (kinds as { name: string }[]).map(({ name }) => name),
    expected: ['every-method.hours'],
  },
  'visitRules.fill': {
    given: () => ['every-method.hours', { from: 9, to: 17 }],
    expected: { fact: 'hour', from: 9, to: 17 },
  },
  settings: {
    at: 'setup',
    given: () => [settings],
    async look(own, { notes }) {
      const { get, onChange } = own as Settings<typeof settings>;
      onChange((values) => void notes.set('settings', values));
      return get();
    },
    expected: { greeting: 'Hello', token: '--------' },
  },
} satisfies Cases<Exchange>;
