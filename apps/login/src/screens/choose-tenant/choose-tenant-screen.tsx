import { Button } from '../../ui/button.tsx'

interface ChooseTenantScreenProps {
  tenants: readonly { id: string; name: string; logoUrl?: string }[]
  onChoose: (tenantId: string) => void
}

export function ChooseTenantScreen({ tenants, onChoose }: ChooseTenantScreenProps) {
  return (
    <ul className="choices">
      {tenants.map(({ id, name, logoUrl }) => (
        <li key={id}>
          <Button
            icon={
              logoUrl === undefined ? (
                <Initial name={name} />
              ) : (
                <img className="provider-mark" src={logoUrl} alt="" />
              )
            }
            onClick={() => onChoose(id)}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Initial({ name }: { name: string }) {
  return (
    <span className="initial" aria-hidden="true">
      {String.fromCodePoint(name.codePointAt(0) ?? 0x2022)}
    </span>
  )
}
