import { type DetailSlotProps, defineTab, ResourceList, ScreenLink, useWords } from '@waypost/host-sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** A customer's codes on the customer's page; each leads to its own page, and a link beside the heading to the list with all its verbs. */
function PersonCodes({ row }: DetailSlotProps) {
  const words = useWords();
  return (
    <ResourceList
      resource={codeResource}
      title="qr.person.codes"
      call="inquire"
      owners={false}
      extraFilters={{ owner: row.id }}
      form={false}
      filters={[]}
      columns={['name', 'short_code', 'view_number', 'create_time']}
      rowTo={({ id }) => `set_qr_code?id=${id}`}
      hide={['create', 'edit', 'remove']}
      toolbar={<ScreenLink to={`qr_code_list_admin?scope=${row.id}`}>{words('qr.person.all')}</ScreenLink>}
    />
  );
}

export const contribution = defineTab({ title: 'qr.person.codes', Component: PersonCodes });
