import { RotationModel } from '@waypost/contract';
import type { Format, WordsFunction } from '@waypost/host-sdk';
import type { Step } from '../steps/values.ts';

export type StepState = 'passed' | 'refused' | 'asked' | 'decides' | 'unmet';

/** What became of a visit at a step, in a word. */
export function stateOf(step: Step): StepState {
  if ('is_refused' in step && step.is_refused) return 'refused';
  if (step.check === 'rule' || step.check === 'shield') return step.verdict === 'met' ? 'decides' : 'unmet';
  if (step.check === 'password') return step.is_asked ? 'asked' : 'passed';
  if (step.check === 'query') return step.is_changed ? 'decides' : 'passed';
  return DECIDING.has(step.check) ? 'decides' : 'passed';
}

const DECIDING: ReadonlySet<Step['check']> = new Set([
  'end',
  'pass_on',
  'rotation',
  'pool',
  'own_link',
  'content',
  'jump',
  'count',
]);

export function stepTitle(step: Step, words: WordsFunction): string {
  if (step.check === 'shield' && step.is_platform) return words('qr.simulator.step.shield.platform');
  return step.check === 'rule' || step.check === 'shield'
    ? words(`qr.simulator.step.${step.check}`, { number: step.number + 1, title: step.title })
    : words(`qr.simulator.step.${step.check}`);
}

interface Saying {
  words: WordsFunction;
  format: Format;
}

/** Why, in a sentence: the value that was seen against what is wanted. */
export function stepText(step: Step, { format, words }: Saying): string {
  const say = (name: string, params: Record<string, string | number> = {}) =>
    words(`qr.simulator.step.${step.check}.${name}`, params);
  switch (step.check) {
    case 'block_list':
    case 'owner_list':
      return say(step.is_refused ? 'refused' : 'passed');
    case 'place':
      return say(step.is_refused ? 'refused' : 'passed', { host: step.host });
    case 'pass_on':
      return say('text', { host: step.host });
    case 'state':
      return say(step.state);
    case 'expiry':
      if (step.expires_at === null) return say('never');
      return say(step.is_refused ? 'refused' : 'passed', { time: format.dateTime(step.expires_at) });
    case 'limit':
      return say(step.is_refused ? 'refused' : 'passed', {
        views: format.number(step.views),
        limit: format.number(step.limit),
      });
    case 'scan':
    case 'wechat':
      return say(step.is_met ? 'passed' : 'refused');
    case 'rule':
      return ruleText(step, say);
    case 'shield':
      return shieldText(step, say);
    case 'password':
      return say(step.is_asked ? 'asked' : 'passed');
    case 'rotation':
    case 'pool':
      return turnText(step, { format, words });
    case 'end':
      return say('text', { address: step.address });
    case 'query':
      return step.is_changed ? say('changed', { address: step.address }) : say('same');
    case 'own_link':
      return say(step.is_refused ? 'refused' : 'text', { hops: format.number(step.hops) });
    case 'content':
      return words(`qr.simulator.content.${step.kind}`);
    case 'jump':
      return jumpText(step, words);
    case 'count':
      return say(step.figure === 'counted' && step.is_new_visitor ? 'new' : step.figure);
  }
}

function ruleText(
  { target, verdict }: Extract<Step, { check: 'rule' }>,
  say: (name: string, params?: Record<string, string>) => string,
): string {
  // The conditions say it.
  if (verdict === 'unmet') return '';
  if (verdict === 'off') return say(verdict);
  return target === null ? say('refuses') : say('leads', { address: target });
}

function shieldText(
  { does, target, verdict }: Extract<Step, { check: 'shield' }>,
  say: (name: string, params?: Record<string, string>) => string,
): string {
  if (verdict === 'unmet') return '';
  if (verdict === 'off') return say(verdict);
  return does === 'lead'
    ? say('leads', { address: target ?? '' })
    : say(does === 'allow' ? 'allows' : 'refuses');
}

function turnText(step: Extract<Step, { check: 'rotation' | 'pool' }>, { format, words }: Saying): string {
  const key = `qr.simulator.step.${step.check}`;
  const chosen = step.check === 'rotation' ? step.targets[step.chosen] : step.items[step.chosen];
  if (chosen === undefined) {
    const fallback = step.check === 'pool' ? step.fallback : null;
    return fallback === null ? words(`${key}.none`) : words(`${key}.fallback`, { address: fallback });
  }
  const by = step.model === RotationModel.random ? '2' : step.model === RotationModel.polling ? '3' : '1';
  return words(`${key}.${by}`, {
    number: format.number(step.chosen + 1),
    ...(step.check === 'pool' ? { name: step.name } : {}),
  });
}

function jumpText(
  { app, is_template, jump_type }: Extract<Step, { check: 'jump' }>,
  words: WordsFunction,
): string {
  const parts = [
    words(`qr.code.jump_type.${jump_type}`),
    ...(app === null ? [] : [words('qr.simulator.step.jump.app', { app })]),
    ...(is_template ? [words('qr.simulator.step.jump.template')] : []),
  ];
  return parts.join(' · ');
}
