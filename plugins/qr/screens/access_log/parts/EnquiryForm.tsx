import { Button, useWords } from '@waypost/host-sdk';
import { type FormEvent, useId, useState } from 'react';
import { ENQUIRY_MAX_ADDRESSES } from '../calls.ts';
import { addressLines, dayIn, enquiryWindow, isIpv4 } from '../enquiry-rules.ts';
import styles from './access-log.module.css';

type Fault = { field: 'key' | 'start' | 'end' | 'ips'; key: string; line?: string };

export interface EnquiryFormProps {
  isRunning: boolean;
  onAsk: (body: {
    key: string;
    domain: string;
    ip_list: string[];
    start_time: string;
    end_time: string;
  }) => Promise<void>;
}

/** Card key, domain, days and addresses; checked in the order of docs/product.md, "Visitor look-up". */
export function EnquiryForm({ isRunning, onAsk }: EnquiryFormProps) {
  const words = useWords();
  const id = useId();
  const window = enquiryWindow(dayIn(Date.now()));
  const [key, setKey] = useState('');
  const [domain, setDomain] = useState('');
  const [start, setStart] = useState(window.start);
  const [end, setEnd] = useState(window.last);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Fault>();
  const ip_list = addressLines(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOf({ key, start, end, ip_list, window });
    setFault(found);
    if (found) {
      document.getElementById(`${id}-${found.field}`)?.focus();
      return;
    }
    const body = { key: key.trim(), domain: domain.trim(), ip_list };
    // A refused call has told why in a notice of its own.
    onAsk({ ...body, start_time: `${start} 00:00:00`, end_time: `${end} 23:59:59` }).catch(() => undefined);
  };
  const tie = (field: Fault['field']) => ({
    id: `${id}-${field}`,
    'aria-invalid': fault?.field === field || undefined,
    'aria-describedby': fault?.field === field ? `${id}-fault` : undefined,
  });
  // Below its own field: on a phone the end of the form is out of sight.
  const faultAt = (...fields: Fault['field'][]) =>
    fault && fields.includes(fault.field) ? (
      <p id={`${id}-fault`} className={styles.fault} role="alert">
        {words(fault.key, { line: fault.line ?? '', count: ENQUIRY_MAX_ADDRESSES })}
      </p>
    ) : null;
  const label = (field: string, name: string) => (
    <label className={styles.label} htmlFor={`${id}-${field}`}>
      {words(`qr.enquiry.${name}`)}
    </label>
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.field}>
        {label('key', 'key')}
        <input
          {...tie('key')}
          className={styles.input}
          value={key}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setKey(event.target.value)}
        />
        {faultAt('key')}
      </div>
      <div className={styles.field}>
        {label('domain', 'domain')}
        <input
          id={`${id}-domain`}
          className={styles.input}
          value={domain}
          placeholder={words('qr.enquiry.domain.all')}
          spellCheck={false}
          onChange={(event) => setDomain(event.target.value)}
        />
      </div>
      <div className={styles.days}>
        {(
          [
            ['start', start, setStart],
            ['end', end, setEnd],
          ] as const
        ).map(([field, value, set]) => (
          <div key={field} className={styles.field}>
            {label(field, field)}
            <input
              {...tie(field)}
              className={styles.input}
              type="date"
              min={window.first}
              max={window.last}
              value={value}
              onChange={(event) => set(event.target.value)}
            />
          </div>
        ))}
      </div>
      {faultAt('start', 'end')}
      <div className={styles.field}>
        {label('ips', 'ips')}
        <textarea
          {...tie('ips')}
          className={styles.input}
          rows={8}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <p className={styles.help}>{words('qr.enquiry.ips.help', { count: ip_list.length })}</p>
        {faultAt('ips')}
      </div>
      <Button kind="primary" type="submit" isBusy={isRunning}>
        {words('qr.enquiry.ask')}
      </Button>
    </form>
  );
}

function faultOf(input: {
  key: string;
  start: string;
  end: string;
  ip_list: readonly string[];
  window: { first: string; last: string };
}): Fault | undefined {
  const { key, start, end, ip_list, window } = input;
  if (key.trim() === '') return { field: 'key', key: 'qr.enquiry.fault.key' };
  if (start === '') return { field: 'start', key: 'qr.enquiry.fault.time' };
  if (end === '') return { field: 'end', key: 'qr.enquiry.fault.time' };
  if (start < window.first || start > end) return { field: 'start', key: 'qr.fault.enquiry_window' };
  if (end > window.last) return { field: 'end', key: 'qr.fault.enquiry_window' };
  const wrong = ip_list.find((line) => !isIpv4(line));
  if (wrong !== undefined) return { field: 'ips', key: 'qr.enquiry.fault.ip', line: wrong };
  if (ip_list.length === 0) return { field: 'ips', key: 'qr.enquiry.fault.no_ip' };
  if (ip_list.length > ENQUIRY_MAX_ADDRESSES) return { field: 'ips', key: 'qr.enquiry.fault.many' };
  return undefined;
}
