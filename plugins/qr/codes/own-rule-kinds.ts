import { defineVisitRuleKind, type VisitRuleKind } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';

const KINDS: readonly VisitRuleKind[] = [
  {
    name: 'qr.device',
    parameters: { kinds: 'texts' },
    condition: { fact: 'kind', in: { parameter: 'kinds' } },
  },
  {
    name: 'qr.system',
    parameters: { systems: 'texts' },
    // Facts have the version, too: "Windows 10".
    condition: { fact: 'system', contains: { parameter: 'systems' } },
  },
  {
    name: 'qr.app',
    parameters: { apps: 'texts' },
    condition: { fact: 'app', in: { parameter: 'apps' } },
  },
  {
    name: 'qr.language',
    parameters: { languages: 'texts' },
    condition: { speaks: { parameter: 'languages' } },
  },
  {
    name: 'qr.country',
    parameters: { countries: 'texts' },
    condition: { fact: 'country', in: { parameter: 'countries' } },
  },
  {
    name: 'qr.region',
    parameters: { regions: 'texts' },
    // Facts have province and city: "广东省 深圳市".
    condition: { fact: 'location', contains: { parameter: 'regions' } },
  },
  {
    name: 'qr.isp',
    parameters: { isps: 'texts' },
    condition: { fact: 'isp', in: { parameter: 'isps' } },
  },
  {
    name: 'qr.hours',
    parameters: { from: 'number', to: 'number' },
    condition: { fact: 'minute', from: { parameter: 'from' }, to: { parameter: 'to' } },
  },
  {
    name: 'qr.weekdays',
    parameters: { days: 'numbers' },
    condition: { fact: 'weekday', in: { parameter: 'days' } },
  },
  {
    name: 'qr.dates',
    parameters: { from: 'number', to: 'number' },
    condition: { fact: 'day', from: { parameter: 'from' }, to: { parameter: 'to' } },
  },
];

/** Kinds of rules that every code has without another plugin; their words: `rule.<name>` in `locales/`. */
export const OWN_RULE_KINDS: readonly VisitRuleKind[] = KINDS.map(defineVisitRuleKind);

/** Offers the own kinds to codes, and to whoever else asks for kinds. */
export function offerRuleKinds({ visitRules }: Pick<PluginContext, 'visitRules'>): void {
  for (const kind of OWN_RULE_KINDS) visitRules.kind(kind);
}
