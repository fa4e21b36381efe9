import { Input, InputNumber, Select, Switch } from '@arco-design/web-react';
import { Button, Tag, useWords } from '@waypost/host-sdk';
import { type ReactNode, useId, useState } from 'react';
import styles from './plugins.module.css';
import type { SettingField } from './settings-schema.ts';

interface SettingControlProps {
  /** What the plugin calls it, in the reader's language. */
  texts: {
    label?: string | undefined;
    help?: string | undefined;
    unit?: string | undefined;
    options?: Readonly<Record<string, string>> | undefined;
  };
  field: SettingField;
  /** A write-only field has a value. */
  isSet: boolean;
  /** Null: back to the default. */
  value: unknown;
  fallback: unknown;
  fault: string | undefined;
  isDisabled: boolean;
  onChange: (value: unknown) => void;
}

interface Tied {
  id: string;
  'aria-label': string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  disabled: boolean;
}

/** One setting: label, control by its kind, help or fault. */
export function SettingControl(props: SettingControlProps) {
  const { texts, field, fault } = props;
  const id = useId();
  const label = texts.label ?? field.title ?? spaced(field.name);
  const help = texts.help ?? field.description;
  const note = fault ?? help;
  const tied: Tied = {
    id,
    'aria-label': label,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    'aria-invalid': fault !== undefined || undefined,
    disabled: props.isDisabled,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {field.isSecret ? <Secret {...props} tied={tied} /> : <Control {...props} tied={tied} />}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.note : styles.bad}>
          {note}
        </p>
      )}
    </div>
  );
}

function Control({
  texts,
  field,
  value,
  fallback,
  tied,
  onChange,
}: SettingControlProps & { tied: Tied }): ReactNode {
  const shown = value ?? fallback;
  switch (field.kind) {
    case 'switch':
      return (
        <span>
          <Switch {...tied} size="small" checked={shown === true} onChange={onChange} />
        </span>
      );
    case 'choice':
      return (
        <Select
          {...tied}
          {...(shown === undefined ? {} : { value: shown as string | number })}
          options={field.options.map((option) => ({
            value: option,
            label: texts.options?.[option] ?? String(option),
          }))}
          onChange={onChange}
        />
      );
    case 'number':
    case 'integer':
      return (
        <InputNumber
          {...tied}
          {...(typeof shown === 'number' ? { value: shown } : {})}
          // No limits and no rounding here: they would change what was typed; the server says what is wrong with it.
          hideControl
          {...(texts.unit === undefined ? {} : { suffix: texts.unit })}
          // Arco says Infinity where there is no limit, which is no number to assistive technology.
          aria-valuemin={field.minimum}
          aria-valuemax={field.maximum}
          onChange={(figure) => onChange(typeof figure === 'number' ? figure : null)}
        />
      );
    case 'long_text':
      return (
        <Input.TextArea
          {...tied}
          value={typeof shown === 'string' ? shown : ''}
          autoSize={{ minRows: 3, maxRows: 10 }}
          onChange={onChange}
        />
      );
    case 'text':
      return <Input {...tied} value={typeof shown === 'string' ? shown : ''} onChange={onChange} />;
    case 'json':
      return <Json value={shown} tied={tied} onChange={onChange} />;
  }
}

/** Lists and objects as JSON; what does not read as JSON yet is kept in the field and not handed on. */
function Json({ value, tied, onChange }: { value: unknown; tied: Tied; onChange: (value: unknown) => void }) {
  const words = useWords();
  const [text, setText] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      <Input.TextArea
        {...tied}
        aria-invalid={isBroken || tied['aria-invalid']}
        className={styles.mono ?? ''}
        value={text ?? JSON.stringify(value ?? null, null, 2)}
        autoSize={{ minRows: 3, maxRows: 12 }}
        onChange={(typed) => {
          setText(typed);
          try {
            onChange(JSON.parse(typed) as unknown);
            setBroken(false);
          } catch {
            setBroken(true);
          }
        }}
        onBlur={() => {
          if (!isBroken) setText(undefined);
        }}
      />
      {isBroken ? (
        <p className={styles.bad} role="alert">
          {words('system.plugins.settings.not_json')}
        </p>
      ) : null}
    </>
  );
}

/** A value that can be written and never read: only whether there is one is known. */
function Secret({ isSet, value, tied, onChange }: SettingControlProps & { tied: Tied }) {
  const words = useWords();
  const isCleared = value === null;
  return (
    <div className={styles.secret}>
      <Input.Password
        {...tied}
        value={typeof value === 'string' ? value : ''}
        autoComplete="new-password"
        placeholder={
          isSet && !isCleared
            ? words('system.plugins.settings.keep_secret')
            : words('system.plugins.settings.no_secret')
        }
        onChange={onChange}
      />
      <Tag tone={isSet && !isCleared ? 'good' : 'neutral'}>
        {words(isSet && !isCleared ? 'system.plugins.settings.is_set' : 'system.plugins.settings.is_empty')}
      </Tag>
      {isSet && !isCleared ? (
        <Button size="small" isDisabled={tied.disabled} onClick={() => onChange(null)}>
          {words('system.plugins.settings.clear')}
        </Button>
      ) : null}
    </div>
  );
}

/** `max_batch_size` → "Max batch size": a name to read where the plugin brings no words. */
function spaced(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
