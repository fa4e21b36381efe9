import { Input, InputNumber, Radio, Switch } from '@arco-design/web-react';
import { Fragment, useState } from 'react';
import { ReferenceSelect } from '../reference/ReferenceSelect.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import { type ControlComponent, type ControlProps, controlAttributes } from './control-props.ts';
import styles from './form.module.css';
import { isColumn } from './is-sentence.ts';
import { TagInput } from './TagInput.tsx';
import { TimePicker } from './TimePicker.tsx';

/** What the browser itself adds to a text: nothing where it is no prose. */
function completion(props: ControlProps<string>) {
  const autoComplete = props.field?.hints.autoComplete;
  if (autoComplete === undefined) return {};
  return { autoComplete, ...(autoComplete === 'off' ? { spellCheck: false } : {}) };
}

function TextControl(props: ControlProps<string>) {
  return (
    <Input
      {...controlAttributes(props)}
      {...completion(props)}
      {...(props.field?.control === 'url' ? { inputMode: 'url' as const } : {})}
      value={props.value ?? ''}
      placeholder={props.placeholder ?? ''}
      {...(props.hasError ? { status: 'error' as const } : {})}
      {...(props.field?.maximumLength === undefined ? {} : { maxLength: props.field.maximumLength })}
      {...(props.unit === undefined ? {} : { suffix: props.unit })}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}

/** From how many characters on a field is for whole paragraphs. */
const LONG_TEXT = 4000;

function TextAreaControl(props: ControlProps<string>) {
  const isLong = (props.field?.maximumLength ?? 0) >= LONG_TEXT;
  return (
    <Input.TextArea
      {...controlAttributes(props)}
      value={props.value ?? ''}
      placeholder={props.placeholder ?? ''}
      {...(props.hasError ? { status: 'error' as const } : {})}
      autoSize={isLong ? { minRows: 8, maxRows: 20 } : { minRows: 3, maxRows: 10 }}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}

function PasswordControl(props: ControlProps<string>) {
  return (
    <Input.Password
      {...controlAttributes(props)}
      value={props.value ?? ''}
      autoComplete={props.field?.hints.autoComplete ?? 'new-password'}
      {...(props.hasError ? { status: 'error' as const } : {})}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}

function NumberControl(props: ControlProps<number>) {
  return (
    <InputNumber
      {...controlAttributes(props)}
      {...(props.value === undefined || props.value === null ? {} : { value: props.value })}
      placeholder={props.placeholder ?? ''}
      error={props.hasError}
      hideControl
      // Arco says Infinity where there is no limit, which is no number to assistive technology.
      aria-valuemin={props.field?.minimum}
      aria-valuemax={props.field?.maximum}
      {...(props.unit === undefined ? {} : { suffix: props.unit })}
      onChange={(value) => props.onChange(typeof value === 'number' ? value : undefined)}
      onBlur={props.onBlur}
    />
  );
}

/** Yes and no as a boolean, or as the two codes of the field's options: the first is off. */
function SwitchControl(props: ControlProps<unknown>) {
  const [off, on] = props.field?.options.length === 2 ? props.field.options : [false, true];
  return (
    <Switch
      {...controlAttributes(props)}
      size="small"
      checked={props.value === on}
      onChange={(isOn) => {
        props.onChange(isOn ? on : off);
        props.onBlur();
      }}
    />
  );
}

function SelectControl(props: ControlProps<string | number>) {
  return (
    <ChoiceSelect
      control={props}
      choices={(props.field?.options ?? []).map((code) => ({ value: code, label: props.optionText(code) }))}
      allowClear={props.field?.isRequired === false}
      onChange={props.onChange}
    />
  );
}

/** One of a few, all in sight; below each what it means, where that is said. */
function RadioControl(props: ControlProps<string | number>) {
  const choices = (props.field?.options ?? []).map((code) => ({
    code,
    text: props.optionText(code),
    help: props.optionHelp?.(code),
  }));
  const isBelowEachOther =
    choices.some(({ help }) => help !== undefined) || isColumn(choices.map(({ text }) => text));
  return (
    <Radio.Group
      {...(isBelowEachOther ? { direction: 'vertical' } : { type: 'button' })}
      {...controlAttributes(props)}
      value={props.value ?? null}
      onChange={(value: string | number) => {
        props.onChange(value);
        props.onBlur();
      }}
    >
      {choices.map(({ code, text, help }) => (
        <Fragment key={code}>
          <Radio value={code}>{text}</Radio>
          {help === undefined ? null : <p className={styles.choiceHelp}>{help}</p>}
        </Fragment>
      ))}
    </Radio.Group>
  );
}

/** A moment; kept as ISO text in UTC. */
function DateTimeControl(props: ControlProps<string>) {
  return <TimeControl {...props} isDay={false} />;
}

/** A day, kept as `2026-11-23`. */
function DateControl(props: ControlProps<string>) {
  return <TimeControl {...props} isDay />;
}

function TimeControl({ isDay, ...props }: ControlProps<string> & { isDay: boolean }) {
  const { label, value, isDisabled, hasError } = props;
  const onChange = (next: string | undefined) => take(props, next);
  return (
    <TimePicker
      label={label}
      value={value}
      isDay={isDay}
      isDisabled={isDisabled}
      hasError={hasError}
      onChange={onChange}
    />
  );
}

/** A picker writes when it is left: what was chosen stands, or nothing does. */
function take(props: ControlProps<string>, next: string | undefined): void {
  props.onChange(next ?? (props.field?.isNullable ? null : undefined));
  props.onBlur();
}

/** A thing of another resource, or several, chosen by title. */
function ReferenceControl(props: ControlProps<string | string[]>) {
  const reference = props.field?.hints.ref;
  if (reference === undefined) throw new Error(`${props.label}: control "reference" without hints.ref`);
  return (
    <ReferenceSelect
      reference={reference}
      attributes={controlAttributes(props)}
      value={props.value}
      isMultiple={props.field?.isMultiple ?? false}
      isClearable={props.field?.isRequired === false}
      hasError={props.hasError}
      placeholder={props.placeholder}
      onChange={(next) => props.onChange(next ?? (props.field?.isNullable ? null : undefined))}
      onBlur={props.onBlur}
    />
  );
}

/** Free-form JSON. What does not parse stays in the box and is a fault. */
function JsonControl(props: ControlProps<unknown>) {
  const [text, setText] = useState(() =>
    props.value === undefined ? '' : JSON.stringify(props.value, null, 2),
  );
  return (
    <Input.TextArea
      {...controlAttributes(props)}
      className={styles.json ?? ''}
      value={text}
      {...(props.hasError ? { status: 'error' as const } : {})}
      autoSize={{ minRows: 4, maxRows: 16 }}
      onChange={(next) => {
        setText(next);
        props.onChange(next.trim() === '' ? undefined : parseOrText(next));
      }}
      onBlur={props.onBlur}
    />
  );
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text itself fails the field's schema, which is what the person is told.
    return text;
  }
}

/** Controls by the names that hints and schemas choose. */
export const builtInControls: Readonly<Record<string, ControlComponent>> = {
  text: TextControl,
  url: TextControl,
  textarea: TextAreaControl,
  number: NumberControl,
  switch: SwitchControl,
  select: SelectControl,
  radio: RadioControl,
  password: PasswordControl,
  datetime: DateTimeControl,
  date: DateControl,
  tags: TagInput,
  reference: ReferenceControl,
  json: JsonControl,
};
