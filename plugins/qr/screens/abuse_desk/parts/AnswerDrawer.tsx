import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { answerReportCall, type ReportedCode } from '../calls.ts';
import type { VerbDrawerProps } from './verb-drawer-props.ts';

const { answer, message } = answerReportCall.body.shape;
const FIELDS = {
  answer: field(answer, { control: 'textarea' }),
  message: field(message, { control: 'textarea' }),
};

/** A sentence for whoever reported, a message to the code's owner, or both. */
export function AnswerDrawer({
  report,
  code,
  onDone,
  onClose,
}: VerbDrawerProps & { code: ReportedCode | undefined }) {
  const words = useWords();
  const { id, version } = report;
  return (
    <CallForm
      call={answerReportCall}
      name="qr.report_answer"
      fields={FIELDS}
      about={`${id}:${version}`}
      initial={{ answer: report.answer }}
      asks={(name) => name !== 'message' || code !== undefined}
      submit="qr.abuse_report.answer.send"
      drawer={{ title: words('qr.abuse_report.answer.title'), width: 560 }}
      toBody={(values) => ({ id, version, answer: values.answer, message: values.message })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('qr.abuse_report.notice.answered'));
        onDone();
      }}
    >
      <FormSection text="qr.abuse_report.answer.text">
        <ResourceField name="answer" />
        {code ? <ResourceField name="message" /> : null}
      </FormSection>
    </CallForm>
  );
}
