import { Input } from '@arco-design/web-react';
import { RotationJump } from '@waypost/contract';
import { type ControlProps, controlAttributes, useForm, useWords } from '@waypost/host-sdk';
import { CustomAddress } from './CustomAddress.tsx';
import styles from './rotation.module.css';

const EXAMPLES: Readonly<Record<number, string>> = {
  [RotationJump.screen]: 'qr_code_list',
  [RotationJump.newWindow]: 'https://example.com/spring',
  [RotationJump.sameWindow]: 'https://example.com/spring',
};

/** Where a rotation leads; what is asked for follows how it is followed. */
export function JumpAddress(props: ControlProps<string>) {
  const words = useWords();
  const { values } = useForm();
  const type = typeof values.jump_type === 'number' ? values.jump_type : RotationJump.screen;
  return (
    <>
      {type === RotationJump.custom ? (
        <CustomAddress {...props} />
      ) : (
        <Input
          {...controlAttributes(props)}
          value={props.value ?? ''}
          maxLength={2_000}
          placeholder={EXAMPLES[type] ?? ''}
          autoComplete="off"
          spellCheck={false}
          {...(props.hasError ? { status: 'error' as const } : {})}
          onChange={props.onChange}
          onBlur={props.onBlur}
        />
      )}
      {props.hasError ? null : <p className={styles.help}>{words(`system.rotation.jump_address.${type}`)}</p>}
    </>
  );
}
