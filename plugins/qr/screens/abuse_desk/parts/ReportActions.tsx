import { IconMessage, IconStop, IconUndo } from '@arco-design/web-react/icon';
import { Button, notify, useClient, useErrorText, useGo, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import type { ReportedCode } from '../calls.ts';
import { abuseReport, type ReportRow } from '../resource.ts';
import { AnswerDrawer } from './AnswerDrawer.tsx';
import { DismissDrawer } from './DismissDrawer.tsx';
import { FreezeReportedDrawer } from './FreezeReportedDrawer.tsx';

interface ReportActionsProps {
  report: ReportRow;
  /** Undefined: it is gone, or not known yet. */
  code: ReportedCode | undefined;
  onChanged: () => void;
}

type Verb = 'freeze' | 'answer' | 'dismiss';

/** What can be done with a report, as far as it and the person allow it. */
export function ReportActions({ report, code, onChanged }: ReportActionsProps) {
  const words = useWords();
  const may = usePermission();
  const go = useGo();
  const [verb, setVerb] = useState<Verb>();
  const reopen = useReopen(report, onChanged);
  const mayHandle = may('qr.abuse_report:update');
  const isOpen = report.state === 'open';
  const close = () => setVerb(undefined);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <>
      {code && may('qr.code:read') && may('qr.code:read_all') ? (
        <Button onClick={() => go('set_qr_code', { id: code.id })}>
          {words('qr.abuse_report.open_code')}
        </Button>
      ) : null}
      {mayHandle && isOpen ? (
        <Button onClick={() => setVerb('dismiss')}>{words('qr.abuse_report.dismiss')}</Button>
      ) : null}
      {mayHandle ? (
        <Button icon={<IconMessage />} onClick={() => setVerb('answer')}>
          {words('qr.abuse_report.answer_verb')}
        </Button>
      ) : null}
      {mayHandle && !isOpen ? (
        <Button icon={<IconUndo />} onClick={() => void reopen()}>
          {words('qr.abuse_report.reopen')}
        </Button>
      ) : null}
      {mayHandle && may('qr.code_admin:freeze') && code && !code.is_frozen ? (
        <Button kind="danger" icon={<IconStop />} onClick={() => setVerb('freeze')}>
          {words('qr.abuse_report.freeze')}
        </Button>
      ) : null}
      {verb === 'freeze' && code ? (
        <FreezeReportedDrawer report={report} code={code} onDone={done} onClose={close} />
      ) : null}
      {verb === 'answer' ? <AnswerDrawer report={report} code={code} onDone={done} onClose={close} /> : null}
      {verb === 'dismiss' ? <DismissDrawer report={report} onDone={done} onClose={close} /> : null}
    </>
  );
}

function useReopen({ id, version }: ReportRow, onChanged: () => void): () => Promise<void> {
  const client = useClient();
  const errorText = useErrorText();
  return async () => {
    try {
      await client.update(abuseReport, { id, version, state: 'open' });
    } catch (error) {
      notify.error(errorText(error));
    }
    onChanged();
  };
}
