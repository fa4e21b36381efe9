import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { dismissReportCall } from '../calls.ts';
import type { VerbDrawerProps } from './verb-drawer-props.ts';

const FIELDS = { answer: field(dismissReportCall.body.shape.answer, { control: 'textarea' }) };

/** Closes a report without touching its code; a sentence for the reporter may go with it. */
export function DismissDrawer({ report: { id, version }, onDone, onClose }: VerbDrawerProps) {
  const words = useWords();
  return (
    <CallForm
      call={dismissReportCall}
      name="qr.report_answer"
      fields={FIELDS}
      about={`${id}:${version}`}
      submit="qr.abuse_report.dismiss"
      drawer={{ title: words('qr.abuse_report.dismiss.title'), width: 480 }}
      toBody={({ answer }) => ({ id, version, answer })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('qr.abuse_report.notice.dismissed'));
        onDone();
      }}
    >
      <FormSection text="qr.abuse_report.dismiss.text">
        <ResourceField name="answer" />
      </FormSection>
    </CallForm>
  );
}
