import type { Branding } from '@foyer/contract/config'
import { useTranslation } from '../language/use-translation.tsx'
import { Mark } from '../ui/mark.tsx'
import { SocialMark } from './social-mark.tsx'

interface BrandPanelProps {
  branding: Branding
  year: number
}

/** The brand panel (A8): logo, copyright line, two social links. */
export function BrandPanel({ branding, year }: BrandPanelProps) {
  const { t } = useTranslation('sign-in')
  const name = branding.productName ?? 'Foyer'
  const links = branding.socialLinks ?? []
  return (
    <aside className="brand">
      <div className="brand-logo">
        {branding.logoUrl === undefined ? (
          <Mark />
        ) : (
          <img src={branding.logoUrl} alt="" height="32" />
        )}
        <span translate="no">{name}</span>
      </div>
      <p className="brand-tagline">{t('layout.tagline')}</p>
      {branding.panelImageUrl === undefined && <Arches />}
      <div className="brand-foot">
        <p>
          <span>{`© ${year}`}</span> <span translate="no">{name}</span>
        </p>
        {links.length > 0 && (
          <ul className="brand-links" aria-label={t('layout.social')}>
            {links.map(({ name: site, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  <SocialMark url={url} />
                  <span>{site}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </aside>
  )
}

function Arches() {
  return (
    <svg className="brand-arches" viewBox="0 0 400 420" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.5" opacity="0.24">
        {[192, 156, 120, 84].map((radius) => (
          <path
            key={radius}
            d={`M${200 - radius} 421V${194 + (192 - radius) / 2}a${radius} ${radius} 0 0 1 ${radius * 2} 0V421`}
          />
        ))}
      </g>
      <path className="brand-door" d="M148 421V300a52 52 0 0 1 104 0v121z" />
    </svg>
  )
}
