import { Input } from '@arco-design/web-react';
import { SHORT_CODE_PATTERN } from '@waypost/contract';
import { type ControlProps, useForm } from '@waypost/host-sdk';
import { useEffect, useId } from 'react';
import { HOST_STEPS } from '../../../codes/hosts/values.ts';
import { ProposeButtons } from './ProposeButtons.tsx';
import styles from './short-code-control.module.css';
import { type DraftState, useDraft } from './use-draft.ts';

export interface ShortCodeControlProps extends ControlProps<string> {
  onDraft: (draft: DraftState) => void;
}

/** The short code after the address that it follows; empty, the proposed one stands there. Says at once when it is taken. */
export function ShortCodeControl({ onDraft, ...control }: ShortCodeControlProps) {
  const problemId = useId();
  const text = (control.value ?? '').trim();
  const isPossible = text === '' || SHORT_CODE_PATTERN.test(text);
  const { values } = useForm();
  const place = Object.fromEntries(
    [...HOST_STEPS, 'group'].flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])),
  );
  const state = useDraft(text, isPossible, place);
  useEffect(() => onDraft(state), [onDraft, state]);
  const { draft, problem } = state;
  const isFaulty = control.hasError || problem !== undefined;
  return (
    <>
      <Input
        id={control.id}
        aria-label={control.label}
        aria-invalid={isFaulty || undefined}
        aria-describedby={problem ? problemId : control.describedBy}
        value={control.value ?? ''}
        disabled={control.isDisabled}
        autoComplete="off"
        spellCheck={false}
        {...(isFaulty ? { status: 'error' as const } : {})}
        {...(draft
          ? { placeholder: draft.short_code, prefix: draft.short_url.slice(0, -draft.short_code.length) }
          : {})}
        onChange={control.onChange}
        onBlur={control.onBlur}
      />
      {control.isDisabled ? null : <ProposeButtons onPropose={control.onChange} />}
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}
