import type { Resource } from '@waypost/contract';
import type { ReactNode } from 'react';
import { controlModel } from '../form/control-model.ts';
import type { Format } from '../format/format.ts';
import { withUnit } from '../format/with-unit.ts';
import { Absent, CopyText, RelativeTime, Tag, type TagTone } from '../parts/values.tsx';
import { ReferenceTitle } from '../reference/ReferenceTitle.tsx';
import type { WordsFunction } from '../words/words.ts';

const ADDRESS = /^https?:\/\//;
const TIME = /^\d{4}-\d{2}-\d{2}T/;
const LONGEST_LIST = 3;
/** Texts that may be cut off, in letters: those have the whole on hover. */
const SHORT_TEXT = 16;

export interface CellInput {
  resource: Resource;
  field: string;
  value: unknown;
  words: WordsFunction;
  format: Format;
  /** It stands within a link, where no other has a place. */
  isInLink?: boolean;
  /** Tone of each code, where codes are states. */
  tones?: Readonly<Record<string, TagTone>> | undefined;
}

/** A value as a table or details page shows it, chosen by what the field is. */
export function defaultCell({
  resource,
  field,
  value,
  words,
  format,
  isInLink,
  tones,
}: CellInput): ReactNode {
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (value === null || value === undefined || value === '' || isEmpty) return <Absent />;
  const declared = resource.fields[field];
  const isTime = field.endsWith('_time') || field.endsWith('_at');
  // What people enter may lie ahead; what the server writes down has happened.
  const mayLieAhead = declared !== undefined && declared.hints.write !== 'none';
  if (typeof value === 'string' && isTime && TIME.test(value))
    return <RelativeTime value={value} mayLieAhead={mayLieAhead} />;
  if (declared) {
    const model = controlModel(field, declared);
    const { ref } = model.hints;
    if (ref) {
      const { page: _page, ...named } = ref;
      return <ReferenceTitle reference={isInLink ? named : ref} ids={[value].flat().map(String)} />;
    }
    if (model.options.length > 0)
      return (
        <Tag tone={tones?.[String(value)] ?? 'neutral'}>
          {words.first([`${resource.name}.${field}.${String(value)}`, String(value)])}
        </Tag>
      );
    if (model.control === 'datetime' && typeof value === 'string')
      return <RelativeTime value={value} mayLieAhead={mayLieAhead} />;
    if (model.control === 'date' && typeof value === 'string') return format.day(value);
  }
  if (typeof value === 'boolean') return words(value ? 'term.yes' : 'term.no');
  const currency = declared?.hints.currency;
  if (typeof value === 'number' && currency !== undefined) return format.money(value, currency);
  const unit = declared?.hints.unit;
  const told = (figure: string) => (unit === undefined ? figure : withUnit(figure, words(unit), words));
  if (typeof value === 'number') return told(format.number(value));
  if (Array.isArray(value)) return listText(value);
  if (typeof value === 'object') return <CopyText value={JSON.stringify(value)} />;
  const text = told(String(value));
  // What names the row stands inside its link, where a button has no place.
  if (ADDRESS.test(text) && field !== resource.title)
    return <CopyText value={text} isMono={false} ellipsis="middle" />;
  return text.length > SHORT_TEXT ? <span title={text}>{text}</span> : text;
}

function listText(values: readonly unknown[]): string {
  const shown = values.slice(0, LONGEST_LIST).map(String).join(', ');
  return values.length > LONGEST_LIST ? `${shown} +${values.length - LONGEST_LIST}` : shown;
}
