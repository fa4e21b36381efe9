import { Checkbox, Input, InputNumber, Select } from '@arco-design/web-react';
import { VISIT_RULE_MAX_NUMBER } from '@waypost/contract';
import {
  ChoiceSelect,
  type ControlProps,
  controlAttributes,
  FormField,
  TagInput,
  TimePicker,
  useLocale,
  useQuietBox,
  useWords,
  type WordsFunction,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { clockOf, minuteOf } from '../../../codes/clock.ts';
import type { RuleParameterView } from '../../qr_code_list/calls.ts';
import { type RuleChoice, type RuleChoices, ruleChoices, ruleEntries } from './rule-choices.ts';
import { dayOf, dayText } from './rule-times.ts';
import styles from './rules-control.module.css';

/** More choices than these are looked for rather than laid out. */
const MOST_BOXES = 8;

interface RuleParameterProps {
  /** `visit_rules.0` */
  path: string;
  parameter: RuleParameterView;
}

/** One parameter of a rule, with the control that its declaration asks for. */
export function RuleParameter({ path, parameter }: RuleParameterProps) {
  const words = useWords();
  const locale = useLocale();
  const { fact, help, name, part, title, type } = parameter;
  const offered = useMemo(
    () => ruleChoices({ fact, part }, locale, words) ?? declaredChoices(parameter),
    [fact, part, parameter, locale, words],
  );
  const hint = `qr.set.rule.fact.${fact}`;
  const isWritten = offered === undefined && !isTime(parameter);
  return (
    <div className={type === 'number' ? styles.figure : styles.wide}>
      <FormField
        path={`${path}.parameters.${name}`}
        label={title}
        help={
          help ?? (isWritten ? (words.has(hint) ? words(hint) : limitsText(parameter, words)) : undefined)
        }
      >
        {(control: ControlProps<never>) => {
          if (isTime(parameter)) return <Timed isDay={fact === 'day'} control={control} />;
          if (offered === undefined) return <Written parameter={parameter} control={control} />;
          const isSeveral = type.endsWith('s');
          return isSeveral && (offered.isOpen || offered.choices.length > MOST_BOXES) ? (
            <Picked {...offered} control={control} />
          ) : (
            <Chosen isSeveral={isSeveral} choices={offered.choices} control={control} />
          );
        }}
      </FormField>
    </div>
  );
}

/** What the plugin of the kind says may stand there, as it writes it. */
function declaredChoices({ choices }: RuleParameterView): RuleChoices | undefined {
  if (choices === undefined) return undefined;
  return { choices: choices.map((value) => ({ value, label: value })), isOpen: false };
}

/** From where to where a number may go. */
function limitsText({ maximum, minimum, type }: RuleParameterView, words: WordsFunction): string | undefined {
  if (!type.startsWith('number') || maximum === undefined) return undefined;
  return words('qr.set.rule.limits', { minimum: minimum ?? 0, maximum });
}

/** A time of the day or a day, which nobody writes as the number that rules have. */
const isTime = ({ fact, type }: RuleParameterView): boolean =>
  type === 'number' && (fact === 'minute' || fact === 'day');

function Timed({ isDay, control }: { isDay: boolean; control: ControlProps }) {
  const { value, label, hasError, isDisabled, onBlur } = control;
  if (isDay)
    return (
      <TimePicker
        isDay
        label={label}
        value={dayText(value)}
        hasError={hasError}
        isDisabled={isDisabled}
        onChange={(text) => {
          control.onChange(dayOf(text));
          onBlur();
        }}
      />
    );
  return (
    <Input
      {...controlAttributes(control)}
      type="time"
      value={clockOf(value)}
      {...(hasError ? { status: 'error' as const } : {})}
      onChange={(text) => control.onChange(minuteOf(text))}
      onBlur={onBlur}
    />
  );
}

function Written({ parameter, control }: { parameter: RuleParameterView; control: ControlProps }) {
  const { fact, type } = parameter;
  const { value, hasError, onBlur } = control;
  switch (type) {
    case 'number':
      return (
        <InputNumber
          {...controlAttributes(control)}
          {...(typeof value === 'number' ? { value } : {})}
          error={hasError}
          hideControl
          // Arco says Infinity where there is no limit, which is no number to assistive technology.
          aria-valuemin={parameter.minimum ?? 0}
          aria-valuemax={parameter.maximum ?? VISIT_RULE_MAX_NUMBER}
          onChange={(next) => control.onChange(typeof next === 'number' ? next : undefined)}
          onBlur={onBlur}
        />
      );
    case 'text':
      return (
        <Input
          {...controlAttributes(control)}
          value={typeof value === 'string' ? value : ''}
          {...(hasError ? { status: 'error' as const } : {})}
          onChange={control.onChange}
          onBlur={onBlur}
        />
      );
    default:
      return (
        <TagInput
          {...control}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(entries) => control.onChange(ruleEntries(entries ?? [], { type, fact }))}
        />
      );
  }
}

/** Several of many, found by typing; `isOpen`: what is typed may also stand by itself. */
function Picked({ choices, isOpen, control }: RuleChoices & { control: ControlProps }) {
  const { value, onBlur } = control;
  const select = useQuietBox();
  return (
    <Select
      ref={select}
      {...controlAttributes(control)}
      mode="multiple"
      showSearch
      allowCreate={isOpen}
      error={control.hasError}
      value={Array.isArray(value) ? value : []}
      options={[...choices]}
      filterOption={(typed, option) => {
        const { children: label, value: kept } = option.props as { children: string; value: string };
        return `${label}\n${kept}`.toLowerCase().includes(typed.trim().toLowerCase());
      }}
      onChange={control.onChange}
      onBlur={onBlur}
    />
  );
}

interface ChosenProps {
  isSeveral: boolean;
  choices: readonly RuleChoice[];
  control: ControlProps;
}

function Chosen({ isSeveral, choices, control }: ChosenProps) {
  const { value, onBlur } = control;
  const change = (next: unknown) => {
    control.onChange(next);
    onBlur();
  };
  if (!isSeveral) return <ChoiceSelect control={control} choices={choices} onChange={change} />;
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset id={control.id} className={styles.choices} aria-describedby={control.describedBy}>
      <legend className="wp-visually-hidden">{control.label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          checked={chosen.includes(choice.value)}
          disabled={control.isDisabled}
          onChange={(isOn) =>
            change(isOn ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value))
          }
        >
          {choice.label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
