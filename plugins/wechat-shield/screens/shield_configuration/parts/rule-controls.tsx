import { Checkbox, Input, Select } from '@arco-design/web-react';
import {
  type ControlComponent,
  type ControlProps,
  controlAttributes,
  TagInput,
  useLocale,
  useQuietBox,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { clockOf, minuteOf } from '../../../rules/clock.ts';
import {
  type Choice,
  countryChoices,
  languageChoices,
  networkChoices,
  placeChoices,
  systemChoices,
  weekdayChoices,
} from './choices.ts';
import styles from './shield.module.css';

function Countries(control: ControlProps<string[]>) {
  const locale = useLocale();
  const choices = useMemo(() => countryChoices(locale), [locale]);
  return <Picked control={control} choices={choices} />;
}

/** Provinces; cities are typed as the visitor list shows them. */
function Places(control: ControlProps<string[]>) {
  const locale = useLocale();
  return <Picked control={control} choices={placeChoices(locale)} isOpen />;
}

function Networks(control: ControlProps<string[]>) {
  const words = useWords();
  return <Picked control={control} choices={networkChoices(words)} isOpen />;
}

function Systems(control: ControlProps<string[]>) {
  return <Picked control={control} choices={systemChoices()} isOpen />;
}

function Languages(control: ControlProps<string[]>) {
  const locale = useLocale();
  return <Picked control={control} choices={languageChoices(locale)} isOpen />;
}

/** Several of many, found by typing; `isOpen`: what is typed may also stand by itself. */
function Picked({
  choices,
  control,
  isOpen = false,
}: {
  choices: readonly Choice[];
  control: ControlProps<string[]>;
  isOpen?: boolean;
}) {
  const select = useQuietBox();
  return (
    <Select
      ref={select}
      {...controlAttributes(control)}
      mode="multiple"
      showSearch
      allowCreate={isOpen}
      error={control.hasError}
      placeholder={control.placeholder ?? ''}
      value={control.value ?? []}
      options={choices.map(({ label, value }) => ({ label, value }))}
      filterOption={(typed, option) => {
        const { children: label, value } = option.props as { children: string; value: string };
        return `${label}\n${value}`.toLowerCase().includes(typed.trim().toLowerCase());
      }}
      onChange={(values: string[]) => control.onChange(values)}
      onBlur={control.onBlur}
    />
  );
}

/** Several of a few, all in sight. */
function Several(control: ControlProps<string[]>) {
  const locale = useLocale();
  const chosen = control.value ?? [];
  const choices: readonly Choice[] =
    control.field?.name === 'weekdays'
      ? weekdayChoices(locale)
      : (control.field?.hints.options ?? []).map((option) => {
          const value = String(option);
          return { value, label: control.optionText(value) };
        });
  const change = (value: string, isOn: boolean) => {
    const kept = new Set(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
    // As they are laid out, in whatever order they were ticked.
    control.onChange(choices.flatMap((one) => (kept.has(one.value) ? [one.value] : [])));
    control.onBlur();
  };
  return (
    <fieldset id={control.id} className={styles.choices} aria-describedby={control.describedBy}>
      <legend className="wp-visually-hidden">{control.label}</legend>
      {choices.map(({ label, value }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          disabled={control.isDisabled}
          onChange={(isOn) => change(value, isOn)}
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Short texts that are typed or pasted: none twice. */
function Entries(control: ControlProps<string[]>) {
  return (
    <TagInput
      {...control}
      onChange={(entries) => {
        const texts = (entries ?? []).map((text) => text.trim()).filter((text) => text !== '');
        control.onChange([...new Set(texts)]);
      }}
    />
  );
}

function Minute(control: ControlProps<number>) {
  return (
    <Input
      {...controlAttributes(control)}
      type="time"
      value={clockOf(control.value)}
      {...(control.hasError ? { status: 'error' as const } : {})}
      onChange={(text) => control.onChange(minuteOf(text))}
      onBlur={control.onBlur}
    />
  );
}

/** Controls of a rule's fields, by the name in their hints. */
export const RULE_CONTROLS: Readonly<Record<string, ControlComponent>> = {
  countries: Countries,
  places: Places,
  isps: Networks,
  systems: Systems,
  languages: Languages,
  several: Several,
  entries: Entries,
  minute: Minute,
};
