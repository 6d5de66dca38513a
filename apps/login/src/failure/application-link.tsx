import { useTranslation } from '../language/use-translation.tsx'

interface ApplicationLinkProps {
  /** The URL that creates a new request. */
  url: string
  productName: string | undefined
  kind: 'primary' | 'plain'
}

/** Leads to the application, whose name the deployment need not give. */
export function ApplicationLink({ url, productName, kind }: ApplicationLinkProps) {
  const { t } = useTranslation('errors')
  return (
    <a className={`button button-${kind}`} href={url}>
      {productName ? t('action.product', { productName }) : t('action.application')}
    </a>
  )
}
