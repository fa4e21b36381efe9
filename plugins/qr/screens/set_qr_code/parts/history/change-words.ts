import type { Format, WordsFunction } from '@waypost/host-sdk';
import { targetName } from '../../../../codes/target-name.ts';
import { zCodeRule, zTargets } from '../../../qr_code_list/resource.ts';
import { ruleText } from '../rule-words.ts';

interface Says {
  words: WordsFunction;
  format: Format;
  locale: string;
}

/** Fields of which the form has no short name. */
const NAMES: Readonly<Record<string, string>> = {
  'design.error_level': 'qr.code.picture.error_level',
  'design.gradient': 'qr.design.fill',
  'design.logo_percent': 'qr.history.logo_percent',
  'design.quiet_zone': 'qr.history.quiet_zone',
};

/** What a changed field is called where it is filled in. */
export function changedFieldName(field: string, words: WordsFunction): string {
  return words(NAMES[field] ?? (field.startsWith('design.') ? `qr.${field}` : `qr.code.${field}`));
}

/** A value in the words of the form that it was chosen in. */
export function changedValue(field: string, value: unknown, says: Says): string {
  const { words, format } = says;
  if (field === 'expires_at')
    return typeof value === 'string' ? format.dateTime(value) : words('qr.code.details.never');
  if (field === 'expires_after' && typeof value === 'number') return format.number(value);
  if (field === 'targets') return targetsText(value, says);
  if (field === 'visit_rules') return rulesText(value, says);
  if (field === 'design.gradient') return words(`qr.design.fill.${kindOf(value)}`);
  if (field === 'design.frame' && typeof value === 'object' && value !== null && 'text' in value)
    return String(value.text);
  if (typeof value === 'boolean') return words(value ? 'qr.history.yes' : 'qr.history.no');
  if (value === null || value === undefined || value === '') return words('qr.history.nothing');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (field === 'design.error_level') return words(`qr.code.picture.error_level.${text}`);
  if (field.endsWith('_shape')) return words(`qr.design.shape.${text}`);
  if (typeof value === 'number' && field.startsWith('design.')) return format.number(value);
  return words.first([`qr.code.${field}.${text}`, text]);
}

function kindOf(gradient: unknown): string {
  return typeof gradient === 'object' && gradient !== null && 'kind' in gradient
    ? String(gradient.kind)
    : 'solid';
}

/** A target a line, with what it has beside its address. */
function targetsText(value: unknown, { words, format }: Says): string {
  const targets = zTargets.safeParse(value).data ?? [];
  const lines = targets.map((target) => {
    const { weight, threshold, remark, app_ios, app_android } = target;
    return [
      targetName(target, words),
      ...[app_ios, app_android].map((app) => app ?? ''),
      weight === undefined ? '' : words('qr.code.details.weight', { count: format.number(weight) }),
      threshold === undefined ? '' : words('qr.code.details.threshold', { count: format.number(threshold) }),
      remark ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  });
  return lines.length === 0 ? words('qr.history.nothing') : lines.join('\n');
}

function rulesText(value: unknown, { words, locale }: Says): string {
  const rules = Array.isArray(value) ? value.map((rule) => zCodeRule.safeParse(rule).data) : [];
  const lines = rules.flatMap((rule) => (rule === undefined ? [] : [ruleText(rule, words, locale)]));
  return lines.length === 0 ? words('qr.history.nothing') : lines.join('\n');
}
