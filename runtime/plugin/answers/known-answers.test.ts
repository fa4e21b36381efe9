import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { AppError, KNOWN_ANSWER_MAX_KEYS, KNOWN_ANSWER_MAX_TEXT } from '@waypost/contract';
import { openStoreHere, type StoreHere } from '@waypost/store/testing';
import mongoose, { type Connection } from 'mongoose';
import type { Activation } from '../activation/activation.ts';
import { type AnswerBook, createAnswerBook } from './known-answers.ts';

/** What plugins have answered is held by the server, whose memory is everybody's. */
setDefaultTimeout(60_000);

let store: StoreHere;
let connection: Connection;
const opened: AnswerBook[] = [];
beforeAll(async () => {
  store = openStoreHere();
  connection = await mongoose.createConnection(store.uri('answers')).asPromise();
});
afterAll(async () => {
  for (const book of opened) await book.stop();
  await connection.close();
  store.close();
});

const PATH = '/internal/tls';
const silent = () => undefined;

/** What one plugin may do with its answers, in a book of its own that begins with some; and whether a key is answered. */
function open(
  plugin: string,
  answered: Record<string, Record<string, string>> = { [PATH]: {} },
  active: Map<string, Activation> = new Map(),
) {
  const answers = Object.keys(answered).map((path) => ({ path, parameter: 'domain' }));
  const tables = new Map(
    Object.entries(answered).map(([path, texts]) => [`${plugin} ${path}`, new Map(Object.entries(texts))]),
  );
  const book = createAnswerBook({
    connection,
    follow: () => silent,
    keep: async () => undefined,
    signatureKey: new Uint8Array(32),
    generation: () => ({
      number: 0,
      activations: active,
      areas: new Map(),
      calls: new Map(),
      inactiveAreas: new Map(),
      words: [],
    }),
    onGeneration: () => silent,
    isEnabled: () => true,
    snapshot: { declared: answers.map((answer) => ({ plugin, answer })), tables },
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  opened.push(book);
  const isAnswered = (domain: string, path = PATH): boolean =>
    book.find({ path, query: new URLSearchParams({ domain }), hostHeader: '' }) !== undefined;
  return { own: book.of(plugin, answers), isAnswered, forget: () => book.forget(plugin) };
}

const names = (count: number, prefix: string, text = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, text]));
const codeOf = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'kept',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

test('a path takes so many names, however many times a plugin comes with more', async () => {
  const { own, isAnswered } = open('many', { [PATH]: names(KNOWN_ANSWER_MAX_KEYS, 'a') });
  expect(await codeOf(own.put(PATH, { one_more: '' }))).toBe('invalid_input');
  expect([isAnswered('a0'), isAnswered('one_more')]).toEqual([true, false]);
  // What is there may be answered otherwise, and room that is made can be used.
  expect(await codeOf(own.put(PATH, { a0: 'other' }))).toBe('kept');
  await own.remove(PATH, ['a1']);
  expect(await codeOf(own.put(PATH, { one_more: '' }))).toBe('kept');
  expect([isAnswered('a1'), isAnswered('one_more')]).toEqual([false, true]);
});

test('long texts are bounded for all paths of a plugin together, also when they come at once', async () => {
  const text = 'x'.repeat(KNOWN_ANSWER_MAX_TEXT);
  const full = names(1_000, 'n', text);
  const answered = { '/internal/one': full, '/internal/two': full, '/internal/three': full };
  const more = ['/internal/four', '/internal/five', '/internal/six'];
  const { own } = open('long', { ...answered, ...Object.fromEntries(more.map((path) => [path, {}])) });
  const said = await Promise.all(more.map((path) => codeOf(own.put(path, full))));
  expect(said).toEqual(['kept', 'invalid_input', 'invalid_input']);
  expect(await codeOf(own.replace('/internal/one', { short: '' }))).toBe('kept');
  expect(await codeOf(own.put('/internal/one', names(900, 'm', text)))).toBe('kept');
  expect(await codeOf(open('other').own.put(PATH, { n: text }))).toBe('kept');
});

test('what waits for its turn is bounded, too: the same texts again and again fill no memory', async () => {
  const full = names(1_000, 'n', 'x'.repeat(KNOWN_ANSWER_MAX_TEXT));
  const { own } = open('again', { [PATH]: full });
  const said = await Promise.all(Array.from({ length: 6 }, () => codeOf(own.put(PATH, full))));
  expect(said.filter((one) => one === 'kept')).toHaveLength(4);
  expect(said.slice(4)).toEqual(['invalid_input', 'invalid_input']);
  const gone = Array.from({ length: 100_000 }, (_, at) => `${'g'.repeat(200)}${at}`);
  expect(await codeOf(own.remove(PATH, gone))).toBe('invalid_input');
  expect(await codeOf(own.put(PATH, { small: '' }))).toBe('kept');
});

test('what was put and what was taken back stand as they were asked for, whatever is under way', async () => {
  const { own, isAnswered } = open('turns');
  await Promise.all([own.put(PATH, { a: '', b: '' }), own.remove(PATH, ['a']), own.put(PATH, { c: '' })]);
  expect(['a', 'b', 'c'].map((name) => isAnswered(name))).toEqual([false, true, true]);
  await Promise.all([own.replace(PATH, { d: '' }), own.put(PATH, { e: '' })]);
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => isAnswered(name))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('nothing that a plugin has asked for appears after it was removed, however long it had to wait for its turn', async () => {
  const active = new Map([['removed', {} as Activation]]);
  const { own, isAnswered, forget } = open('removed', undefined, active);
  const many = names(3_000, 'first');
  const said = [codeOf(own.put(PATH, many)), codeOf(own.put(PATH, { late: '' }))];
  // As the administration does it: the plugin ends, then what it had goes.
  active.delete('removed');
  await forget();
  expect((await Promise.all(said)).at(-1)).toBe('plugin_disabled');
  expect([isAnswered('first0'), isAnswered('late')]).toEqual([false, false]);
  expect(await connection.collection('plugin_answers').countDocuments({ plugin: 'removed' })).toBe(0);
});
