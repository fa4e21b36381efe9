import { Button, clientStore, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { type CodeQuestion, codeQuestionAtom } from '../app/second-factor.ts';
import { CodeField } from '../login/CodeField.tsx';
import { SessionModal } from './SessionModal.tsx';
import styles from './session.module.css';

/** Stands over the page while a call waits for a code of the second factor. */
export function AskSecondFactor() {
  const question = useAtomValue(codeQuestionAtom, { store: clientStore });
  return question ? <Question question={question} /> : null;
}

function Question({ question }: { question: CodeQuestion }) {
  const words = useWords();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState(question.isWrong ? words('session.code.wrong') : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed === '') setFault(words('login.totp_missing'));
    else question.answer(typed);
  };
  return (
    <SessionModal
      title={words('session.code.title')}
      text={words('session.code.text')}
      onLeave={() => question.answer(undefined)}
    >
      <form noValidate onSubmit={send}>
        <CodeField value={code} fault={fault} onChange={setCode} />
        <div className={styles.answers}>
          <Button onClick={() => question.answer(undefined)}>{words('action.cancel')}</Button>
          <Button kind="primary" type="submit">
            {words('session.code.go_on')}
          </Button>
        </div>
      </form>
    </SessionModal>
  );
}
