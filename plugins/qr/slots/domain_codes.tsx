import { type DetailSlotProps, definePanel, ResourceList, usePermission } from '@waypost/host-sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** The codes that stand on a domain, on the domain's page: those that whoever reads it may see. Each leads to its own page. */
function DomainCodes({ row }: DetailSlotProps) {
  const may = usePermission();
  return (
    <ResourceList
      resource={codeResource}
      title="qr.person.codes"
      call={may('qr.code:read_all') ? 'inquire' : 'user_inquire'}
      owners={false}
      extraFilters={{ host: String(row.name) }}
      form={false}
      filters={[]}
      columns={['name', 'short_code', 'view_number', 'create_time']}
      rowTo={({ id }) => `set_qr_code?id=${id}`}
      hide={['create', 'edit', 'remove']}
    />
  );
}

export const contribution = definePanel<DetailSlotProps>(DomainCodes);
