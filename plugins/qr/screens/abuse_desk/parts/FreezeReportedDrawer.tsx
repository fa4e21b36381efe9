import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { freezeReportedCall, type ReportedCode } from '../calls.ts';
import type { VerbDrawerProps } from './verb-drawer-props.ts';

const FIELDS = { reason: field(freezeReportedCall.body.shape.reason, { control: 'textarea' }) };

/** Freezes the code of a report. The reason begins with what was reported; its owner reads it. */
export function FreezeReportedDrawer({
  report,
  code,
  onDone,
  onClose,
}: VerbDrawerProps & { code: ReportedCode }) {
  const words = useWords();
  const { id, version, reason } = report;
  return (
    <CallForm
      call={freezeReportedCall}
      name="qr.admin"
      fields={FIELDS}
      about={`${id}:${version}`}
      initial={{
        reason: words('qr.abuse_report.freeze.reason', { reason: words(`qr.abuse_report.reason.${reason}`) }),
      }}
      submit="qr.admin.freeze"
      submitKind="danger"
      drawer={{ title: words('qr.admin.freeze.one', { name: code.name, count: 1 }), width: 480 }}
      toBody={(values) => ({ id, version, reason: values.reason })}
      onCancel={onClose}
      onSent={({ closed }) => {
        notify.success(words('qr.abuse_report.notice.frozen', { count: closed }));
        onDone();
      }}
    >
      <FormSection text="qr.abuse_report.freeze.text">
        <ResourceField name="reason" />
      </FormSection>
    </CallForm>
  );
}
