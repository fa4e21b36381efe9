import { field, type ResultOf } from '@waypost/contract';
import { CallForm, Panel, Tag, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { mailTest } from './calls.ts';
import styles from './page.module.css';

const FIELDS = { to: field(mailTest.body.shape.to, { autoComplete: 'email', control: 'text' }) };

/** Sends a letter at once; what the server answered stands under the form. */
export function TestLetter({ isOn }: { isOn: boolean }) {
  const words = useWords();
  const [result, setResult] = useState<ResultOf<typeof mailTest>>();
  return (
    <Panel title={words('system.mail.test')} {...(isOn ? {} : { text: words('system.mail.off') })}>
      {isOn ? (
        <CallForm
          call={mailTest}
          name="system.mail"
          fields={FIELDS}
          submit="system.mail.test.verb"
          submitKind="secondary"
          onSent={setResult}
        />
      ) : null}
      {result === undefined ? null : (
        <p className={styles.result} role="status">
          <Tag tone={result.is_sent ? 'good' : 'bad'}>
            {words(result.is_sent ? 'system.mail.test.sent' : 'system.mail.test.failed')}
          </Tag>
          <span>{result.answer}</span>
        </p>
      )}
    </Panel>
  );
}
