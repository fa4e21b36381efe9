import type { AuditRecord } from '@waypost/sdk/platform';

export type Translate = (key: string, params?: Record<string, string | number>) => string;

/** Text of the first key that somebody has words for. */
export function firstWords(translate: Translate, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = translate(key);
    if (text !== key) return text;
  }
  return undefined;
}

/** What a type is called: what it is about, and what was done. A plugin may bring `log.noun.<plugin>.<noun>` and `audit.<type>`. */
export function typeWords(type: string, translate: Translate): string {
  return inOneLine({ thing: nounOf(type, translate), done: doneWords(type, translate) }, translate);
}

/** What happened, in one line: the thing by its name, and what was done to it. `people`: accounts by their ids. */
export function contentOf(
  record: Pick<AuditRecord, 'type' | 'target' | 'before' | 'after'>,
  translate: Translate,
  people: ReadonlyMap<string, string>,
): string {
  const { type } = record;
  const done = binWords(record, translate) ?? doneWords(type, translate);
  const name = thingName(record);
  if (name !== '') return inOneLine({ thing: nounOf(type, translate), name, done }, translate);
  const account = people.get(record.target ?? '');
  if (account === undefined) return typeWords(type, translate);
  // A login, a key or a second factor is known by whose it is.
  const isPerson = PEOPLE.has(type.slice(0, type.lastIndexOf('.')));
  const thing = isPerson ? nounOf(type, translate) : nounOf('system.account.', translate);
  return inOneLine({ thing, name: account, done }, translate);
}

/** Nouns of people themselves. */
const PEOPLE = new Set(['system.user', 'system.administrator']);

function inOneLine(
  { thing, name, done }: { thing: string; name?: string; done: string },
  translate: Translate,
): string {
  // "Look-up key issued" says by itself what it is about.
  const isSaid = done.toLowerCase().includes(thing.toLowerCase());
  if (name === undefined)
    return isSaid ? done : translate('system.log.type_words', { thing, done: inner(done) });
  return isSaid
    ? translate('system.log.done_of', { name, done })
    : translate('system.log.content_of', { thing, name, done: inner(done) });
}

/** As it stands within a sentence; what begins with two capitals is no word of one. */
function inner(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

function nounOf(type: string, translate: Translate): string {
  const noun = type.slice(0, type.lastIndexOf('.'));
  return firstWords(translate, [`log.noun.${noun}`]) ?? noun;
}

/** Into the bin and out of it are one verb: the row says which. */
function binWords(
  { type, after }: Pick<AuditRecord, 'type' | 'after'>,
  translate: Translate,
): string | undefined {
  if (!type.endsWith('.update_remove') || typeof after !== 'object' || after === null) return undefined;
  if (!('remove_time' in after)) return undefined;
  return translate(`log.verb.update_remove.${after.remove_time === null ? 'back' : 'bin'}`);
}

function doneWords(type: string, translate: Translate): string {
  const at = type.lastIndexOf('.');
  const [noun, verb] = [type.slice(0, at), type.slice(at + 1)];
  return firstWords(translate, [`audit.${type}`, `log.verb.${verb}`, `${noun}.action.${verb}`]) ?? verb;
}

/** Fields by which people know a thing. */
const NAMES = ['name', 'account', 'title', 'address', 'ip', 'short_code', 'code', 'to'] as const;
/** Whether a text is an id, which tells nobody anything. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);

/** What people knew the thing by at the time; empty: nothing says so. */
export function thingName({ before, after }: Pick<AuditRecord, 'before' | 'after'>): string {
  for (const side of [after, before]) {
    if (typeof side !== 'object' || side === null) continue;
    for (const name of NAMES) {
      const value = (side as Record<string, unknown>)[name];
      if (typeof value === 'string' && value !== '' && !isId(value)) return withoutProtocol(value);
    }
  }
  return '';
}

const withoutProtocol = (text: string) => text.replace(/^https?:\/\//, '');

/** What a plugin is called; its id while it is off. */
export function pluginTitle(plugin: string, translate: Translate): string {
  return firstWords(translate, [`${plugin}.title`, `plugin.${plugin}`]) ?? plugin;
}

/** What an entry says of who did it. */
interface Author {
  account: string | null;
  /** How they came in; null: without an account. */
  via: string | null;
  ip: string | null;
}

/** Who did it: the account, or a word for who has none, such as the command line. Whoever has an address has asked for it. */
export function authorOf({ account, via, ip }: Author, translate: Translate): string {
  if (account === null) return translate(`system.log.by.${ip === null ? 'nobody' : 'visitor'}`);
  return firstWords(translate, [`system.log.by.${via}`]) ?? account;
}

/** Which plugin recorded it, and how whoever did it came in. */
export function sourceOf({ plugin, actor, ip }: AuditRecord, translate: Translate): string {
  const title = pluginTitle(plugin, translate);
  const via = actor?.via ?? (ip === null ? 'nobody' : 'visitor');
  return translate('system.log.source_of', {
    plugin: title,
    via: firstWords(translate, [`system.log.via.${via}`]) ?? via,
  });
}

export interface ChangedField {
  field: string;
  label: string;
  before: string | null;
  after: string | null;
  is_changed: boolean;
}

/** What is written for the program alone. */
const INNER = new Set(['_id', '__v', 'version', 'create_time', 'update_time']);

/** Field by field, what was before and after; those that changed first. */
export function changesOf(record: AuditRecord, translate: Translate): ChangedField[] {
  const noun = record.type.slice(0, record.type.lastIndexOf('.'));
  const [before, after] = [fieldsOf(record.before), fieldsOf(record.after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !INNER.has(name),
  );
  return names
    .map((field) => {
      const words = { noun, field, translate };
      const [left, right] = [sideText(before[field], words), sideText(after[field], words)];
      // What only the earlier side of two has says which thing it is.
      const isFact = record.after !== null && !(field in after);
      return {
        field,
        label: labelOf(words),
        before: left,
        after: right,
        is_changed: !isFact && left !== right,
      };
    })
    .sort((left, right) => Number(right.is_changed) - Number(left.is_changed));
}

function fieldsOf(side: unknown): Record<string, unknown> {
  if (side === null || side === undefined) return {};
  if (typeof side === 'object' && !Array.isArray(side)) return side as Record<string, unknown>;
  return { value: side };
}

interface FieldWords {
  noun: string;
  field: string;
  translate: Translate;
}

function labelOf({ noun, field, translate }: FieldWords): string {
  const keys = [`${noun}.${field}`, `log.field.${field}`, `system.person.${field}`, `system.user.${field}`];
  return firstWords(translate, keys) ?? field;
}

/** A value in words where the field has words for it; null: there was none. */
function sideText(value: unknown, { noun, field, translate }: FieldWords): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return translate(value ? 'log.value.yes' : 'log.value.no');
  if (typeof value === 'object') return JSON.stringify(value);
  return firstWords(translate, [`${noun}.${field}.${value}`, `log.field.${field}.${value}`]) ?? String(value);
}
