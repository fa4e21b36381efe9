import { field } from '@waypost/contract';
import {
  Button,
  CallForm,
  CopyText,
  FormSection,
  ResourceField,
  useGo,
  useLocale,
  usePublicOrigin,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { addAbuseReportCall } from '../calls.ts';
import styles from './report.module.css';

const { address, reason, text, contact } = addAbuseReportCall.body.shape;
const FIELDS = {
  address: field(address, { control: 'url', autoComplete: 'off' }),
  reason: field(reason, { default: 'phishing' }),
  text: field(text),
  contact: field(contact),
};

/** @param address what is reported, where the link that led here says it: every page that a visitor is shown does */
export function NewReport({ address }: { address: string }) {
  const words = useWords();
  const [initial, setInitial] = useState<Record<string, unknown>>(address === '' ? {} : { address });
  const [report, setReport] = useState<string>();
  if (report !== undefined) return <Sent report={report} onAnother={() => setReport(undefined)} />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words('qr.report.title')}</h1>
      <p className={styles.text}>{words('qr.report.text')}</p>
      <CallForm
        call={addAbuseReportCall}
        name="qr.report"
        fields={FIELDS}
        about={address}
        initial={initial}
        submit="qr.report.send"
        onSent={(sent, values) => {
          setInitial({ reason: values.reason, contact: values.contact });
          setReport(sent.report);
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

/** The address that shows what became of the report is told here and never again. */
function Sent({ report, onAnother }: { report: string; onAnother: () => void }) {
  const words = useWords();
  const locale = useLocale();
  const go = useGo();
  const query = new URLSearchParams({ report, locale });
  return (
    <section className={styles.page} role="status">
      <h1 className={styles.title}>{words('qr.report.sent')}</h1>
      <p className={styles.text}>{words('qr.report.sent.text')}</p>
      <p className={styles.text}>{words('qr.report.sent.follow')}</p>
      <CopyText value={`${usePublicOrigin()}/#/report_abuse?${query}`} />
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => go(`/report_abuse?${query}`)}>
          {words('qr.report.follow')}
        </Button>
        <Button onClick={onAnother}>{words('qr.report.another')}</Button>
      </div>
    </section>
  );
}
