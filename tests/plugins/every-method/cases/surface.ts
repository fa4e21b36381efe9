import { defineResource, field } from '@waypost/contract';
import type { Model } from 'mongoose';
import { z } from 'zod';
import { type Cases, type Part, shapeOf } from '../case.ts';
import { bindThing, thing } from '../thing.ts';

const plain = { name: 'plain', fields: { text: String, at: Date } };
/** A resource of another plugin, as its author published it. */
const book = defineResource({
  name: 'part-friend.book',
  area: 'part_friend',
  title: 'name',
  collection: 'part_friend_book',
  fields: { name: field(z.string()) },
  access: 'all',
});
const wholeCall = {
  area: 'every_method',
  call: 'whole',
  body: z.strictObject({ text: z.string() }),
  result: z.object({ text: z.string(), isSignal: z.boolean(), header: z.string().nullable() }),
  access: { signedIn: true, withOneTimePassword: true },
  answers: 202,
  ratePerMinute: 30,
  bodyLimit: 500,
  failureStatuses: [409, 410],
  needsSecondFactor: true,
  header: 'x-every-method',
  summary: 'A call with everything that one may have',
} as const;

/** Of "correct horse". */
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$CY1K3/nctRffevgQMC9CxZ55ViEiuAyp8KEtwXVKfQw$2o/PAEb2oHyXfDM+k/4AbmPeCa31lDos6q+0PiNISvM';

type Surface =
  | Part<'log' | 'clock' | 'random'>
  | 'model'
  | 'collection'
  | 'transaction'
  | 'resource'
  | 'list'
  | 'purge'
  | 'call'
  | 'menu'
  | 'permission'
  | 'fetch'
  | 'unseal'
  | 'translate'
  | 'restored'
  | 'onDispose'
  | Part<'passwords'>
  | Part<'secrets'>
  | Part<'internet'>;

const logged = {
  given: (): [Record<string, unknown>, string] => [
    { number: 1, error: new Error('no fault') },
    'every method',
  ],
};

/** What a plugin has for itself, and what others see of it. */
export const surfaceCases = {
  'log.debug': { given: () => [{ number: 0 }, 'every method'], expected: null },
  'log.info': { ...logged, expected: null },
  'log.warn': { ...logged, expected: null },
  'log.error': { ...logged, expected: null },
  'clock.now': { given: () => [], look: shapeOf, expected: 'number' },
  'clock.date': { given: () => [], look: (date) => date instanceof Date, expected: true },
  'random.bytes': { given: () => [12], look: (bytes) => (bytes as Uint8Array).length, expected: 12 },
  'random.number': { given: () => [], look: shapeOf, expected: 'number' },

  model: {
    given: () => [book],
    look: async (model) => (await (model as Model<object>).countDocuments({})) >= 0,
    expected: true,
  },
  collection: {
    at: 'setup',
    given: () => [
      {
        ...plain,
        onUninstall: 'archive',
        indexes: [{ keys: { at: 1 }, unique: true, sparse: true, expireAfterSeconds: 3_600 }],
      },
    ],
    async look(model) {
      const rows = model as Model<{ text: string }>;
      await rows.create({ text: 'kept' });
      return (await rows.find({}).lean()).map(({ text }) => text);
    },
    expected: ['kept'],
  },
  transaction: {
    given: () => [async (session) => session.inTransaction()],
    expected: true,
  },
  resource: {
    at: 'setup',
    given: (tools) => [thing, bindThing(tools) as never],
    look: (undo) => typeof undo,
    expected: 'function',
  },
  list: {
    given: ({ request }) => [
      thing,
      { page: 1, page_size: 5, sort_field: 'name', sort_order: 'asc', search: 'nobody has this' },
      request,
      { from: 'bin', owner: 'self' },
    ],
    expected: { content: [], count: 0, page: 1, page_size: 5 },
  },
  purge: {
    given: ({ request }) => [thing, 'f'.repeat(24), request, async () => undefined],
    expected: { thrown: 'not_found' },
  },
  call: {
    at: 'setup',
    given: () => [
      wholeCall as never,
      ((body: { text: string }, request: { signal: AbortSignal; header?: string }) => ({
        text: body.text,
        isSignal: request.signal instanceof AbortSignal,
        header: request.header ?? null,
      })) as never,
    ],
    look: (undo) => typeof undo,
    expected: 'function',
  },
  menu: {
    at: 'setup',
    given: () => [
      {
        route: 'every_method',
        parent: 'platform',
        sort: 7,
        icon: 'apps',
        home: true,
        isHidden: true,
        hiddenFor: 'every-method.lever:pull',
        isVerb: true,
        roles: ['administrator', 'agent'],
        administratorsOnly: ['every-method.lever:pull'],
      },
      'every-method.screen:read',
      ['every-method.button:press', 'every-method.lever:pull'],
    ],
    look: (undo) => typeof undo,
    expected: 'function',
  },
  permission: {
    at: 'setup',
    given: () => ['every-method.alone:read'],
    look: (undo) => typeof undo,
    expected: 'function',
  },
  fetch: {
    given: () => ['https://other.example.com/', { method: 'POST', body: 'x', headers: { a: 'b' } }],
    expected: {
      thrown:
        'TypeError: plugin every-method may not send requests to other.example.com: its plugin.json asks for the host and an administrator grants it',
    },
  },
  'internet.fetch': {
    given: () => [
      'http://127.0.0.1/',
      { method: 'POST', body: 'x', headers: { a: 'b' }, limitBytes: 100, limitMs: 1_000 },
    ],
    expected: { thrown: 'internet_address_refused' },
  },
  'internet.fetchEndpoint': {
    given: () => ['http://10.0.0.1/', { method: 'POST', body: 'x', limitBytes: 100, limitMs: 1_000 }],
    expected: { thrown: 'internet_address_refused' },
  },
  'internet.resolve': {
    given: () => ['localhost', 'TXT', { resolver: 'zone', transport: 'tcp', limitMs: 1_000 }],
    expected: { thrown: 'dns_name_invalid' },
  },
  'internet.resolvers': {
    given: () => [],
    look: (resolvers) => Array.isArray(resolvers),
    expected: true,
  },
  'internet.certificate': {
    given: () => ['0x7f.1', { port: 8443, limitMs: 1_000 }],
    expected: { thrown: 'internet_address_refused' },
  },
  translate: {
    given: () => ['sw-KE', 'every-method.hello', { name: 'Amina' }],
    expected: 'Hello Amina',
  },
  restored: { given: () => [], expected: null },
  unseal: {
    given: ({ secret }) => [secret, { area: 'every_method', call: 'try', field: 'secret' }],
    expected: 'correct horse',
  },
  'passwords.hash': {
    given: ({ request }) => ['correct horse', request],
    look: (hash) => String(hash).split(',')[0],
    expected: '$argon2id$v=19$m=19456',
  },
  'passwords.verify': {
    given: ({ request }) => ['correct horse', HASH, request],
    expected: true,
  },
  'secrets.seal': {
    given: () => ['thing/1/key', 'correct horse'],
    look: async (sealed, { context }) => context.secrets.open('thing/1/key', String(sealed)),
    expected: 'correct horse',
  },
  'secrets.open': {
    given: () => ['thing/1/key', 'not what was sealed'],
    expected: null,
  },
  onDispose: {
    at: 'setup',
    given: ({ context }) => [() => context.log.info({}, 'every method says goodbye')],
    expected: null,
  },
} satisfies Cases<Surface>;
