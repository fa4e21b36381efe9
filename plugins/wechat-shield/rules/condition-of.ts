import type { VisitCondition } from '@waypost/contract';
import type { AskedRule } from './values.ts';

/** What a rule asks of a visit, in the words of the visit path. The rule has passed its resource's checks. */
export function conditionOf(rule: AskedRule): VisitCondition {
  const condition = ofKind(rule);
  // Who comes too often is never everybody else.
  return rule.matches === 'others' && rule.kind !== 'rate' ? { not: condition } : condition;
}

function ofKind(rule: AskedRule): VisitCondition {
  switch (rule.kind) {
    case 'wechat':
      return { fact: 'wechat' };
    case 'scan':
      return { fact: 'scanned' };
    case 'region':
      return regionOf(rule);
    case 'isp':
      return { fact: 'isp', contains: [...rule.isps] };
    case 'device':
      return { fact: 'kind', in: [...rule.devices] };
    case 'agent':
      return { agent: [...rule.patterns] };
    case 'addresses':
      return { fact: 'address', within: [...rule.networks] };
    case 'rate':
      return { rate: rule.visits, seconds: rule.seconds };
    case 'hours':
      return {
        all: [
          { fact: 'minute', from: rule.from, to: rule.to },
          { fact: 'weekday', in: rule.weekdays.map(Number) },
        ],
      };
  }
}

/** Countries and places are one list to whoever writes them: any of them. */
function regionOf({ countries, places }: AskedRule): VisitCondition {
  const parts: VisitCondition[] = [];
  if (countries.length > 0) parts.push({ fact: 'country', in: [...countries] });
  if (places.length > 0) parts.push({ fact: 'location', contains: [...places] });
  return { any: parts };
}
