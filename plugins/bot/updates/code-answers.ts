import { CODE_REMOTE, type CodeRemote, type PluginContext } from '@waypost/sdk';
import type { StoredBinding } from '../binding/bindings.ts';
import { escapeText, shortened } from '../telegram/html.ts';
import { say } from '../words.ts';
import { newestCodes } from './codes.ts';
import { type Reply, sayEscaped } from './reply.ts';

/** Letters of a name in a line, and on a button. */
const LINE_LETTERS = 60;
const BUTTON_LETTERS = 30;
const TARGET_LETTERS = 200;
/** How long a question whether a code is to be switched may be answered. */
const QUESTION_MS = 5 * 60_000;
const SECOND_MS = 1_000;
/** Base of the number of seconds in what a button brings back. */
const RADIX = 36;

/** What a button asks for. */
export type Press =
  | { kind: 'list'; from: number }
  | { kind: 'code' | 'picture'; id: string }
  | { kind: 'ask'; id: string; state: 'on' | 'off' }
  | { kind: 'turn'; id: string; state: 'on' | 'off'; until: number }
  | { kind: 'leave' };

/** @returns undefined for what no button of ours brings back */
export function pressOf(data: string): Press | undefined {
  const [, list] = /^codes:(\d{1,6})$/.exec(data) ?? [];
  if (list !== undefined) return { kind: 'list', from: Number(list) };
  if (data === 'leave') return { kind: 'leave' };
  const [, kind, id = '', turned, until = ''] =
    /^(code|picture|ask|turn):([0-9a-f]{24})(?::(on|off))?(?::([0-9a-z]{1,10}))?$/.exec(data) ?? [];
  if ((kind === 'code' || kind === 'picture') && turned === undefined && until === '') return { kind, id };
  const state = turned === 'on' || turned === 'off' ? turned : undefined;
  if (kind === 'ask' && state !== undefined && until === '') return { kind, id, state };
  if (kind === 'turn' && state !== undefined && until !== '')
    return { kind, id, state, until: Number.parseInt(until, RADIX) * SECOND_MS };
  return undefined;
}

const remoteOf = (context: PluginContext) => context.require<CodeRemote>(CODE_REMOTE, '^1');

/** The newest codes, or those that a search finds, with a button for each. */
export async function describeCodes(
  context: PluginContext,
  { owner, locale }: StoredBinding,
  { search = '', from = 0 }: { search?: string; from?: number },
): Promise<Reply> {
  const { codes, count } = await newestCodes(context, owner, search, from);
  if (codes.length === 0)
    return {
      body: search === '' ? say(locale, 'codes.none') : sayEscaped(locale, 'codes.no_match', { search }),
    };
  const lines = codes.map(({ name, views, address }) =>
    sayEscaped(locale, 'codes.line', { name: shortened(name, LINE_LETTERS), views, address }),
  );
  const left = count - from - codes.length;
  const more = left > 0 ? [sayEscaped(locale, 'codes.more', { count: left })] : [];
  const title = search === '' ? say(locale, 'codes.title') : sayEscaped(locale, 'codes.found', { search });
  const next = { text: say(locale, 'codes.next'), data: `codes:${from + codes.length}` };
  return {
    body: [title, ...lines, ...more].join('\n'),
    buttons: [
      ...codes.map(({ id, name }) => [{ text: shortened(name, BUTTON_LETTERS), data: `code:${id}` }]),
      // A search does not fit on a button: whoever searched narrows it down.
      ...(left > 0 && search === '' ? [[next]] : []),
    ],
  };
}

/** What is answered to a button; `turn` was done before. */
export async function answerPress(
  context: PluginContext,
  { binding, press }: { binding: StoredBinding; press: Press },
  isDone: boolean | undefined,
): Promise<Reply> {
  const { owner, locale, may_switch } = binding;
  if (press.kind === 'list') return describeCodes(context, binding, { from: press.from });
  if (press.kind === 'leave') return { body: say(locale, 'code.left') };
  const code = await remoteOf(context)?.find({ owner, id: press.id });
  if (code === undefined || code === null) return { body: say(locale, 'code.gone') };
  const name = shortened(code.name, LINE_LETTERS);
  const ask = (state: 'on' | 'off') => ({
    text: say(locale, `code.turn_${state}`),
    data: `ask:${code.id}:${state}`,
  });
  switch (press.kind) {
    case 'picture':
      return { body: `${escapeText(name)}\n${escapeText(code.short_url)}`, picture: code.id };
    case 'code': {
      const mayTurn = code.status !== 'frozen' && code.status !== 'unclaimed';
      const lines = [
        sayEscaped(locale, 'code.about', { name, address: code.short_url, views: code.view_number }),
        say(locale, `code.status.${code.status}`),
        ...(code.target === ''
          ? []
          : [sayEscaped(locale, 'code.target', { target: shortened(code.target, TARGET_LETTERS) })]),
        ...(mayTurn && !may_switch ? ['', say(locale, 'code.may_not')] : []),
      ];
      return {
        body: lines.join('\n'),
        buttons: [
          [
            { text: say(locale, 'code.picture'), data: `picture:${code.id}` },
            ...(mayTurn && may_switch ? [ask(code.state === 'on' ? 'off' : 'on')] : []),
          ],
        ],
      };
    }
    case 'ask': {
      if (!may_switch) return { body: say(locale, 'code.may_not') };
      const until = Math.floor((context.clock.now() + QUESTION_MS) / SECOND_MS).toString(RADIX);
      return {
        body: sayEscaped(locale, `code.ask_${press.state}`, { name }),
        buttons: [
          [
            {
              text: say(locale, `code.turn_${press.state}`),
              data: `turn:${code.id}:${press.state}:${until}`,
            },
            { text: say(locale, 'code.leave'), data: 'leave' },
          ],
        ],
      };
    }
    case 'turn':
      if (!may_switch) return { body: say(locale, 'code.may_not') };
      if (press.until < context.clock.now()) return { body: say(locale, 'code.too_late') };
      if (isDone !== true) return { body: say(locale, `code.status.${code.status}`) };
      return {
        body: sayEscaped(locale, `code.is_${press.state}`, { name }),
        buttons: [[ask(press.state === 'on' ? 'off' : 'on')]],
      };
  }
}

/**
 * Switches a code where a press confirms it, in time and for a binding that allows it; safe to repeat.
 * @returns undefined: it is nothing of the kind
 */
export async function turnCode(
  context: PluginContext,
  { owner, may_switch }: StoredBinding,
  press: Press,
): Promise<boolean | undefined> {
  if (press.kind !== 'turn' || !may_switch || press.until < context.clock.now()) return undefined;
  return remoteOf(context)?.turn({ owner, id: press.id, state: press.state });
}
