import { Input } from '@arco-design/web-react';
import { type ControlProps, controlAttributes, useForm, useWords } from '@waypost/host-sdk';
import styles from './servers.module.css';

/** A private key or a password, as the form says; what is kept is never shown. */
export function SecretControl(props: ControlProps<string>) {
  const words = useWords();
  const { values } = useForm();
  const isPassword = values.method === 'password';
  const shared = {
    ...controlAttributes(props),
    value: props.value ?? '',
    ...(props.hasError ? { status: 'error' as const } : {}),
    onChange: props.onChange,
    onBlur: props.onBlur,
  };
  return (
    <>
      {isPassword ? (
        <Input.Password {...shared} autoComplete="new-password" />
      ) : (
        <Input.TextArea
          {...shared}
          className={styles.key ?? ''}
          autoSize={{ minRows: 4, maxRows: 8 }}
          autoComplete="off"
          spellCheck={false}
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        />
      )}
      {props.hasError ? null : (
        <p className={styles.help}>{words(`system.server.secret.${isPassword ? 'password' : 'key'}`)}</p>
      )}
    </>
  );
}
