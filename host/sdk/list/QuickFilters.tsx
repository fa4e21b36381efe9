import type { Resource } from '@waypost/contract';
import { controlModel } from '../form/control-model.ts';
import { useChosenInSight } from '../parts/use-chosen-in-sight.ts';
import { useWords } from '../words/context.tsx';
import styles from './quick-filters.module.css';
import type { FilterModel, FilterValue } from './url-state.ts';

type Code = string | number | boolean;

export interface QuickFilterProps {
  resource: Resource;
  model: FilterModel;
  value: FilterValue | undefined;
  /** A press adds to what is chosen by then, also where that is not drawn yet. */
  onChange: (next: (present: FilterValue | undefined) => FilterValue | undefined) => void;
}

/** What a filter offers as buttons; none where a few words do not say it all. */
export function quickCodes({ field, declared, kind }: FilterModel): readonly Code[] {
  if (declared.hints.quick !== true || (kind !== 'equals' && kind !== 'in')) return [];
  const { options, control } = controlModel(field, declared);
  return options.length > 0 ? options : control === 'switch' ? [true, false] : [];
}

/** What a filter of several codes offers as buttons under names of their own. */
export function quickGroups({
  declared,
  kind,
}: FilterModel): readonly (readonly [string, readonly Code[]])[] {
  const { quick } = declared.hints;
  return typeof quick === 'object' && kind === 'in' ? Object.entries(quick) : [];
}

/** Whether one of its groups is chosen, as a button shows. */
export const isGroupChosen = (model: FilterModel, value: FilterValue | undefined): boolean =>
  quickGroups(model).some(([, group]) => isSameSet(codesOf(value), group));

/** The choices of a filter side by side, one press each; of filters that take several, several can be pressed. */
export function QuickFilter({ resource, model, value, onChange }: QuickFilterProps) {
  const words = useWords();
  const label = words(`${resource.name}.${model.field}`);
  const chosen = codesOf(value);
  const press = (code: Code) =>
    onChange((present) => {
      const there = codesOf(present);
      const isOn = there.includes(code);
      if (model.kind !== 'in') return isOn ? undefined : code;
      const next = isOn ? there.filter((one) => one !== code) : [...there, code];
      return next.length === 0 ? undefined : (next as FilterValue);
    });
  const textOf = (code: Code) =>
    typeof code === 'boolean'
      ? words(code ? 'term.yes' : 'term.no')
      : words.first([`${resource.name}.${model.field}.${code}`, String(code)]);
  const codes = quickCodes(model);
  // "Yes" alone does not say to what.
  const needsName = codes.some((code) => typeof code === 'boolean');
  const row = useChosenInSight<HTMLFieldSetElement>('[aria-pressed="true"]', chosen.join());
  return (
    <fieldset ref={row} className={`${styles.quick} wp-fading`}>
      <legend className="wp-visually-hidden">{words('list.quick', { label })}</legend>
      {needsName && (
        <span className={styles.name} aria-hidden="true">
          {label}
        </span>
      )}
      <Chip text={words('list.all')} isOn={chosen.length === 0} onPress={() => onChange(() => undefined)} />
      {quickGroups(model).map(([name, group]) => {
        const isOn = isSameSet(chosen, group);
        return (
          <Chip
            key={name}
            text={words(`${resource.name}.${model.field}.quick.${name}`)}
            isOn={isOn}
            onPress={() => onChange(() => (isOn ? undefined : group.map(String)))}
          />
        );
      })}
      {codes.map((code) => (
        <Chip
          key={String(code)}
          text={textOf(code)}
          isOn={chosen.includes(code)}
          onPress={() => press(code)}
        />
      ))}
    </fieldset>
  );
}

const isSameSet = (one: readonly Code[], other: readonly Code[]): boolean =>
  one.length === other.length && other.every((code) => one.map(String).includes(String(code)));

const codesOf = (value: FilterValue | undefined): readonly Code[] =>
  value === undefined ? [] : [value].flat();

function Chip({ text, isOn, onPress }: { text: string; isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onPress}>
      {text}
    </button>
  );
}
