import { Input, Radio } from '@arco-design/web-react';
import { type ControlProps, controlAttributes, ReferenceSelect, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { imageText } from '../../image_text/resource.ts';
import { CUSTOM_ACTIONS, type CustomAction } from '../values.ts';
import styles from './rotation.module.css';

const TEXTS = { name: imageText.name, area: imageText.area, title: imageText.title };
type Action = CustomAction['action'];

/** What a custom jump does, and with which text or words. */
export function CustomAddress(props: ControlProps<string>) {
  const words = useWords();
  const value = props.value ?? '';
  const [chosen, setChosen] = useState<Action>();
  const action = chosen ?? (value.startsWith('copy:') ? 'copy' : 'text');
  const about = value.startsWith(`${action}:`) ? value.slice(action.length + 1) : '';
  const change = (next: string | undefined) => props.onChange(next ? `${action}:${next}` : '');
  return (
    <div className={styles.custom}>
      <Radio.Group
        type="button"
        aria-label={words('system.rotation.custom')}
        disabled={props.isDisabled}
        value={action}
        onChange={(next: Action) => {
          setChosen(next);
          props.onChange('');
        }}
        options={CUSTOM_ACTIONS.map((each) => ({
          value: each,
          label: words(`system.rotation.custom.${each}`),
        }))}
      />
      {action === 'text' ? (
        <ReferenceSelect
          reference={TEXTS}
          attributes={{ ...controlAttributes(props), 'aria-label': words('system.rotation.custom.which') }}
          value={about}
          isClearable
          hasError={props.hasError}
          onChange={(next) => change(typeof next === 'string' ? next : undefined)}
          onBlur={props.onBlur}
        />
      ) : (
        <Input
          {...controlAttributes(props)}
          aria-label={words('system.rotation.custom.words')}
          value={about}
          maxLength={200}
          {...(props.hasError ? { status: 'error' as const } : {})}
          onChange={change}
          onBlur={props.onBlur}
        />
      )}
    </div>
  );
}
