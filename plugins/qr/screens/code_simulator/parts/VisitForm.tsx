import { field, type ResultOf } from '@waypost/contract';
import { CallForm } from '@waypost/host-sdk';
import { codeResource } from '../../qr_code_list/resource.ts';
import { tryVisitCall } from '../calls.ts';
import { VISITOR_RULES, visitorShape } from '../values.ts';
import { CountryControl, RegionControl } from './PlaceControls.tsx';

const FIELDS = {
  id: field(tryVisitCall.body.shape.id, { ref: codeResource }),
  device: field(visitorShape.device.unwrap(), { default: 'iphone' }),
  user_agent: field(visitorShape.user_agent.unwrap(), { control: 'textarea', default: '' }),
  comes_by: field(visitorShape.comes_by.unwrap(), { default: 'scan' }),
  place: field(visitorShape.place.unwrap(), { default: 'none' }),
  ip: field(visitorShape.ip.unwrap(), { default: '', autoComplete: 'off' }),
  country: field(visitorShape.country.unwrap(), { control: 'country', default: '' }),
  region: field(visitorShape.region.unwrap(), { control: 'region', default: [] }),
  time: field(visitorShape.time.unwrap(), { default: null }),
  language: field(visitorShape.language.unwrap(), { default: '', autoComplete: 'off' }),
  referrer: field(visitorShape.referrer.unwrap(), { control: 'url', default: '', autoComplete: 'off' }),
  query: field(visitorShape.query.unwrap(), { default: '', autoComplete: 'off' }),
  has_come_before: field(visitorShape.has_come_before.unwrap(), { default: false }),
  knows_password: field(visitorShape.knows_password.unwrap(), { default: true }),
};
const SECTIONS = [
  {
    fields: ['id', 'device', 'user_agent', 'comes_by', 'place', 'ip', 'country', 'region', 'time'],
  },
  {
    name: 'more',
    fields: ['language', 'referrer', 'query', 'has_come_before', 'knows_password'],
    isMore: true,
  },
];
const CONTROLS = { country: CountryControl, region: RegionControl };

/** Whether a field has a meaning with what was chosen beside it. */
const asks = (name: string, { country, device, place }: Readonly<Record<string, unknown>>): boolean => {
  if (name === 'user_agent') return device === 'own';
  if (name === 'ip') return place === 'address';
  if (name === 'country') return place === 'region';
  return name !== 'region' || (place === 'region' && country === 'CN');
};

/** Describes a visitor. What was typed stays: the next one differs in one thing. */
export function VisitForm({
  id,
  onTried,
}: {
  id?: string;
  onTried: (tried: ResultOf<typeof tryVisitCall>) => void;
}) {
  return (
    <CallForm
      call={tryVisitCall}
      name="qr.simulator"
      fields={FIELDS}
      rules={VISITOR_RULES}
      sections={SECTIONS}
      controls={CONTROLS}
      asks={asks}
      {...(id === undefined ? {} : { initial: { id } })}
      submit="qr.simulator.try"
      isQuestion
      onSent={onTried}
    />
  );
}
