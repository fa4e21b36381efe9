import { field } from '@waypost/contract';
import { Button, CallForm, FormSection, ResourceField, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { addAbuseReportCall } from './calls.ts';
import styles from './page.module.css';

const { address, reason, text, contact } = addAbuseReportCall.body.shape;
const FIELDS = {
  address: field(address, { control: 'url', autoComplete: 'off' }),
  reason: field(reason, { default: 'phishing' }),
  text: field(text),
  contact: field(contact),
};

/** Anybody tells the administrators of a link that does harm. Every page that a visitor is shown leads here. */
export function Page() {
  const words = useWords();
  const [sent, setSent] = useState<Record<string, unknown>>({});
  const [isSent, setIsSent] = useState(false);
  if (isSent)
    return (
      <section className={styles.page} role="status">
        <h1 className={styles.title}>{words('qr.report.sent')}</h1>
        <p className={styles.text}>{words('qr.report.sent.text')}</p>
        <div>
          <Button onClick={() => setIsSent(false)}>{words('qr.report.another')}</Button>
        </div>
      </section>
    );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words('qr.report.title')}</h1>
      <p className={styles.text}>{words('qr.report.text')}</p>
      <CallForm
        call={addAbuseReportCall}
        name="qr.report"
        fields={FIELDS}
        initial={{ reason: sent.reason, contact: sent.contact }}
        submit="qr.report.send"
        onSent={(_, values) => {
          setSent(values);
          setIsSent(true);
        }}
      >
        <FormSection>
          <ResourceField name="address" />
          <ResourceField name="reason" words="qr.abuse_report.reason" />
          <ResourceField name="text" words="qr.report.text_field" />
          <ResourceField name="contact" />
        </FormSection>
      </CallForm>
    </div>
  );
}
