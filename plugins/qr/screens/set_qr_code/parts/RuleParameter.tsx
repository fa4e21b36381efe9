import { Checkbox, Input, InputNumber, Select } from '@arco-design/web-react';
import { VISIT_RULE_MAX_NUMBER } from '@waypost/contract';
import {
  type ControlProps,
  controlAttributes,
  FormField,
  TagInput,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import type { RuleParameterView } from '../../qr_code_list/calls.ts';
import { type RuleChoice, ruleChoices, ruleEntries } from './rule-choices.ts';
import styles from './rules-control.module.css';

interface RuleParameterProps {
  /** `visit_rules.0` */
  path: string;
  parameter: RuleParameterView;
}

/** One parameter of a rule, with the control that its declaration asks for. */
export function RuleParameter({ path, parameter }: RuleParameterProps) {
  const words = useWords();
  const locale = useLocale();
  const { fact, help, name, title, type } = parameter;
  const choices = useMemo(() => ruleChoices(fact, locale, words), [fact, locale, words]);
  const hint = `qr.set.rule.fact.${fact}`;
  return (
    <div className={type === 'number' ? styles.figure : styles.wide}>
      <FormField
        path={`${path}.parameters.${name}`}
        label={title}
        help={help ?? (choices === undefined && words.has(hint) ? words(hint) : undefined)}
      >
        {(control: ControlProps<never>) =>
          choices === undefined ? (
            <Written parameter={parameter} control={control} />
          ) : (
            <Chosen isSeveral={type.endsWith('s')} choices={choices} control={control} />
          )
        }
      </FormField>
    </div>
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
          aria-valuemin={0}
          aria-valuemax={VISIT_RULE_MAX_NUMBER}
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
  if (!isSeveral)
    return (
      <Select
        {...controlAttributes(control)}
        {...(typeof value === 'string' || typeof value === 'number' ? { value } : {})}
        error={control.hasError}
        options={[...choices]}
        onChange={change}
        onBlur={onBlur}
      />
    );
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
