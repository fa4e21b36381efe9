import { Select } from '@arco-design/web-react';
import { ApiError, Button, useAction, useWords } from '@waypost/host-sdk';
import { type FormEvent, useId, useState } from 'react';
import { ABUSE_REASONS } from '../abuse_desk/resource.ts';
import { addAbuseReportCall, REPORT_LENGTH } from './calls.ts';
import styles from './page.module.css';

type Reason = (typeof ABUSE_REASONS)[number];

/** Anybody tells the administrators of a link that does harm. Every page that a visitor is shown leads here. */
export function Page() {
  const words = useWords();
  const id = useId();
  const { run, isRunning } = useAction(addAbuseReportCall);
  const [address, setAddress] = useState('');
  const [reason, setReason] = useState<Reason>('phishing');
  const [text, setText] = useState('');
  const [contact, setContact] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSent, setIsSent] = useState(false);

  const refuse = (sentence: string) => {
    setFault(sentence);
    document.getElementById(`${id}-address`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    if (address.trim() === '') return refuse(words('qr.report.fault.address'));
    try {
      await run({ address: address.trim(), reason, text, contact });
      setIsSent(true);
    } catch (error) {
      // Any other refusal has told why in a notice of its own.
      if (error instanceof ApiError && error.issues[0]) refuse(error.issues[0].message);
    }
  };
  if (isSent)
    return (
      <section className={styles.page} role="status">
        <h1 className={styles.title}>{words('qr.report.sent')}</h1>
        <p className={styles.text}>{words('qr.report.sent.text')}</p>
        <div>
          <Button
            onClick={() => {
              setIsSent(false);
              setAddress('');
              setText('');
            }}
          >
            {words('qr.report.another')}
          </Button>
        </div>
      </section>
    );
  return (
    <form className={styles.page} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={styles.title}>{words('qr.report.title')}</h1>
      <p className={styles.text}>{words('qr.report.text')}</p>
      <div className={styles.field}>
        <label htmlFor={`${id}-address`}>{words('qr.report.address')}</label>
        <input
          id={`${id}-address`}
          className={styles.input}
          value={address}
          maxLength={REPORT_LENGTH.address}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
        {fault ? (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {fault}
          </p>
        ) : null}
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-reason`}>{words('qr.abuse_report.reason')}</label>
        <Select
          id={`${id}-reason`}
          aria-label={words('qr.abuse_report.reason')}
          value={reason}
          onChange={setReason}
          options={ABUSE_REASONS.map((value) => ({
            value,
            label: words(`qr.abuse_report.reason.${value}`),
          }))}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-text`}>{words('qr.report.text_field')}</label>
        <textarea
          id={`${id}-text`}
          className={styles.input}
          rows={5}
          value={text}
          maxLength={REPORT_LENGTH.text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-contact`}>{words('qr.report.contact')}</label>
        <input
          id={`${id}-contact`}
          className={styles.input}
          value={contact}
          maxLength={REPORT_LENGTH.contact}
          aria-describedby={`${id}-contact-help`}
          onChange={(event) => setContact(event.target.value)}
        />
        <p id={`${id}-contact-help`} className={styles.help}>
          {words('qr.report.contact.help')}
        </p>
      </div>
      <div>
        <Button kind="primary" type="submit" isBusy={isRunning}>
          {words('qr.report.send')}
        </Button>
      </div>
    </form>
  );
}
