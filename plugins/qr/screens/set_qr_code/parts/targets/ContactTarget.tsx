import { Input } from '@arco-design/web-react';
import {
  type ArrayItem,
  type ControlProps,
  controlAttributes,
  FormField,
  TagInput,
  useWords,
} from '@waypost/host-sdk';
import type { Target } from '../../../qr_code_list/resource.ts';
import styles from './target.module.css';

/** The card's texts, in the order in which visitors read them. */
const LINES = ['name', 'organization', 'title', 'website', 'address'] as const;

/** Fills in a contact that visitors see and save. What is left empty is not on the card. */
export function ContactTarget({ item }: { item: ArrayItem<Target> }) {
  const words = useWords();
  const pathOf = (name: string) => `${item.path}.contact.${name}`;
  const [first, ...others] = LINES.map((name) => (
    <FormField
      key={name}
      path={pathOf(name)}
      label={words(`qr.set.target.contact.${name}`)}
      isRequired={name === 'name'}
    >
      {(control: ControlProps<never>) => (
        <Line {...(control as ControlProps<string>)} isOptional={name !== 'name'} />
      )}
    </FormField>
  ));
  return (
    <div className={styles.contact}>
      {first}
      {(['phones', 'emails'] as const).map((name) => (
        <FormField
          key={name}
          path={pathOf(name)}
          label={words(`qr.set.target.contact.${name}`)}
          help={words('qr.set.target.contact.several')}
          isRequired={false}
        >
          {(control: ControlProps<never>) => <TagInput {...(control as ControlProps<string[]>)} />}
        </FormField>
      ))}
      {others}
      <div className={styles.wide}>
        <FormField path={pathOf('note')} label={words('qr.set.target.contact.note')} isRequired={false}>
          {(control: ControlProps<never>) => <Note {...(control as ControlProps<string>)} />}
        </FormField>
      </div>
    </div>
  );
}

/** An empty text is none: the card has no line for it. */
function Line({ isOptional, ...control }: ControlProps<string> & { isOptional: boolean }) {
  return (
    <Input
      {...controlAttributes(control)}
      autoComplete="off"
      value={control.value ?? ''}
      {...(control.hasError ? { status: 'error' as const } : {})}
      onChange={(text) => control.onChange(text === '' && isOptional ? undefined : text)}
      onBlur={control.onBlur}
    />
  );
}

function Note(control: ControlProps<string>) {
  return (
    <Input.TextArea
      {...controlAttributes(control)}
      value={control.value ?? ''}
      autoSize={{ minRows: 2, maxRows: 6 }}
      {...(control.hasError ? { status: 'error' as const } : {})}
      onChange={(text) => control.onChange(text === '' ? undefined : text)}
      onBlur={control.onBlur}
    />
  );
}
