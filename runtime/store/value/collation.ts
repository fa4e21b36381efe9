import { StoreError } from './errors.ts';
import { createFold } from './fold.ts';
import { toWholeNumber } from './numbers.ts';
import { type Document, isNumber, type Value } from './types.ts';

/** How strings are compared; made by compileCollation. */
export interface Collation {
  compare: (left: string, right: string) => number;
  /** Equal for strings that compare as equal, different otherwise; its own order means nothing. */
  fold: (text: string) => string;
  /** Names the collation: equal for equal settings. */
  id: string;
}

const ACCEPTED = new Set([
  'locale',
  'strength',
  'caseLevel',
  'caseFirst',
  'numericOrdering',
  'alternate',
  'maxVariable',
  'backwards',
  'normalization',
  'version',
]);

const SENSITIVITY = ['base', 'accent', 'variant'] as const;

const refuse = (setting: string): never => {
  throw new StoreError(2, `collation ${setting} is not supported by the embedded store`);
};

/**
 * Reads a collation document: strength 1 to 3, caseFirst, numericOrdering. Undefined for none and for
 * locale 'simple' (binary comparison). StoreError 2 for what cannot be carried out, 9 for a malformed one.
 */
export const compileCollation = (specification: Document | undefined): Collation | undefined => {
  if (specification === undefined || specification.size === 0) return undefined;
  for (const name of specification.keys()) {
    if (!ACCEPTED.has(name))
      throw new StoreError(40415, `BSON field 'collation.${name}' is an unknown field.`);
  }
  const locale = specification.get('locale');
  if (typeof locale !== 'string') throw new StoreError(40414, "BSON field 'collation.locale' is missing");
  if (locale === 'simple') {
    if (specification.size > 1) throw new StoreError(2, "locale 'simple' takes no other collation field");
    return undefined;
  }
  checkSettings(specification);
  const strength = toWholeNumber(specification.get('strength') ?? 3) ?? 0;
  const sensitivity = SENSITIVITY[strength - 1] ?? refuse(`strength ${strength}`);
  refuseDeviations(specification);
  return build({
    locale,
    sensitivity,
    isNumeric: specification.get('numericOrdering') === true,
    caseFirst: specification.get('caseFirst') ?? 'off',
  });
};

const CHOICES: [string, Value[]][] = [
  ['caseFirst', ['off', 'upper', 'lower']],
  ['alternate', ['non-ignorable', 'shifted']],
  ['maxVariable', ['punct', 'space']],
];
/** The release of the Unicode rules that MongoDB writes into collations; another one is not at hand there either. */
const VERSION = '57.1';

/** @throws StoreError 2, 14, 161 for values that a setting does not have. */
const checkSettings = (specification: Document): void => {
  for (const name of ['caseLevel', 'numericOrdering', 'backwards', 'normalization']) {
    const value = specification.get(name);
    if (value !== undefined && typeof value !== 'boolean') throw wrongType(name, 'bool');
  }
  const strength = specification.get('strength');
  if (strength !== undefined && !isNumber(strength)) throw wrongType('strength', 'int');
  for (const [name, choices] of CHOICES) {
    const value = specification.get(name);
    if (value !== undefined && typeof value !== 'string') throw wrongType(name, 'string');
    if (value !== undefined && !choices.includes(value)) {
      throw new StoreError(
        2,
        `Enumeration value '${value}' for field 'collation.${name}' is not a valid value.`,
      );
    }
  }
  const version = specification.get('version');
  if (version !== undefined && version !== VERSION)
    throw new StoreError(161, 'Requested collation version is not available');
};

const wrongType = (name: string, type: string): StoreError =>
  new StoreError(14, `BSON field 'collation.${name}' is the wrong type, expected type '${type}'`);

const refuseDeviations = (specification: Document): void => {
  const fixed: [string, Value][] = [
    ['caseLevel', false],
    ['alternate', 'non-ignorable'],
    ['backwards', false],
    ['normalization', false],
  ];
  for (const [name, only] of fixed) {
    if ((specification.get(name) ?? only) !== only) refuse(name);
  }
};

interface Settings {
  locale: string;
  sensitivity: 'base' | 'accent' | 'variant';
  isNumeric: boolean;
  caseFirst: Value;
}

const kept = new Map<string, Collation>();

const build = (settings: Settings): Collation => {
  const { locale, sensitivity, isNumeric, caseFirst } = settings;
  const id = `${locale}/${sensitivity}/${isNumeric}/${String(caseFirst)}`;
  const existing = kept.get(id);
  if (existing !== undefined) return existing;
  const collator = collatorFor(settings);
  const fold = createFold({ locale, sensitivity, isNumeric, collator });
  const collation: Collation = {
    id,
    fold,
    compare: (left, right) => {
      if (left === right) return 0;
      const order = collator.compare(left, right);
      // What counts as equal is one thing for comparison and for index keys: the folded text.
      if (order === 0) return compareFolded(fold(left), fold(right));
      return fold(left) === fold(right) ? 0 : order;
    },
  };
  kept.set(id, collation);
  return collation;
};

const compareFolded = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const collatorFor = ({ locale, sensitivity, isNumeric, caseFirst }: Settings): Intl.Collator => {
  const first = caseFirst === 'upper' || caseFirst === 'lower' ? caseFirst : 'false';
  try {
    return new Intl.Collator(locale.replaceAll('_', '-'), {
      sensitivity,
      numeric: isNumeric,
      caseFirst: first,
    });
  } catch (cause) {
    throw new StoreError(2, `Field 'locale' is invalid in: { locale: "${locale}" }`, { cause });
  }
};
