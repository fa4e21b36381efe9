import type { VisitCondition } from '@waypost/contract';
import { type AskedRule, MOST_MINUTE } from './values.ts';

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
    case 'system':
      // Names have the version, too: "Windows 10".
      return { fact: 'system', contains: [...rule.systems] };
    case 'device':
      return { fact: 'kind', in: [...rule.devices] };
    case 'app':
      return { fact: 'app', in: [...rule.apps] };
    case 'language':
      return { speaks: [...rule.languages] };
    case 'agent':
      return { agent: [...rule.patterns] };
    case 'addresses':
      return { fact: 'address', within: [...rule.networks] };
    case 'rate':
      return { rate: rule.visits, seconds: rule.seconds };
    case 'hours':
      return hoursOf(rule);
  }
}

/** A night belongs to the day on which it begins: Friday 22:00 to 05:59 ends on Saturday morning. */
function hoursOf({ from, to, weekdays }: AskedRule): VisitCondition {
  const days = weekdays.map(Number);
  const span = (first: number, last: number, on: number[]): VisitCondition => ({
    all: [
      { fact: 'minute', from: first, to: last },
      { fact: 'weekday', in: on },
    ],
  });
  if (from <= to) return span(from, to, days);
  const next = days.map((day) => (day % 7) + 1);
  return { any: [span(from, MOST_MINUTE, days), span(0, to, next)] };
}

/** Countries and places are one list to whoever writes them: any of them. */
function regionOf({ countries, places }: AskedRule): VisitCondition {
  const parts: VisitCondition[] = [];
  if (countries.length > 0) parts.push({ fact: 'country', in: [...countries] });
  if (places.length > 0) parts.push({ fact: 'location', contains: [...places] });
  return { any: parts };
}
