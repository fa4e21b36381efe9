import { Input } from '@arco-design/web-react';
import { completeTarget, isAllowedTarget } from '@waypost/contract';
import {
  Button,
  type ControlProps,
  controlAttributes,
  FormField,
  useForm,
  useWords,
} from '@waypost/host-sdk';
import { useRef } from 'react';
import type { Target } from '../../qr_code_list/resource.ts';
import { beginWith } from './begin-with.ts';
import { TargetsControl } from './TargetsControl.tsx';
import { type ChosenPage, PageButton } from './targets/PageButton.tsx';
import { targetKind, withKind } from './targets/target-kinds.ts';
import styles from './targets-control.module.css';

/** One address, which most codes have; with the second it is the list of targets that every code's page has. */
export function NewTargetsControl() {
  const words = useWords();
  const form = useForm();
  const targets = (form.values.targets as Target[] | undefined) ?? [];
  const [first] = targets;
  // The address that the page was opened with has given the form its name.
  const suggested = useRef(first?.url ? beginWith(first.url).name : undefined);
  if (targets.length > 1 || (first !== undefined && targetKind(first) !== 'url')) return <TargetsControl />;
  /** What was typed as it will be saved. */
  const complete = (typed: string) => {
    const address = completeTarget(typed.trim());
    if (address !== typed) form.setValue('targets.0.url', address);
  };
  /** A name from it while none is given, at once: who goes on to the name finds it there, and types in its place. */
  const suggest = (typed: string) => {
    const address = completeTarget(typed.trim());
    const { name } = isAllowedTarget(address) ? beginWith(address) : {};
    const present = form.values.name;
    if (name === undefined || name === present || (present && present !== suggested.current)) return;
    suggested.current = name;
    form.setValue('name', name);
  };
  const choose = ({ title, url }: ChosenPage) => {
    form.setValue('targets.0.url', url);
    const present = form.values.name;
    if (present && present !== suggested.current) return;
    suggested.current = title;
    form.setValue('name', title);
  };
  return (
    <div>
      <FormField path="targets.0.url" label={words('qr.set.target.url')} isRequired>
        {(control: ControlProps<never>) => (
          <Input
            {...controlAttributes(control)}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="example.com"
            value={control.value ?? ''}
            {...(control.hasError ? { status: 'error' as const } : {})}
            onChange={(text: string) => {
              (control as ControlProps<string>).onChange(text);
              suggest(text);
            }}
            onBlur={() => {
              control.onBlur();
              complete(control.value ?? '');
            }}
          />
        )}
      </FormField>
      <div className={styles.instead}>
        <PageButton onChosen={choose} />
        <Button
          kind="text"
          size="small"
          isAtEdge
          onClick={() => form.setValue('targets', [...targets, { url: '' }])}
        >
          {words('qr.set.target.add')}
        </Button>
        {(['picture', 'contact', 'pool'] as const).map((kind) => (
          <Button
            key={kind}
            kind="text"
            size="small"
            isAtEdge
            onClick={() => form.setValue('targets', [withKind(first ?? {}, kind)])}
          >
            {words(`qr.set.target.instead.${kind}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
