import { Mark } from '../ui/mark.tsx'

interface LoadingViewProps {
  header?: string
  subText?: string
  smiling?: boolean
}

/**
 * The loading view fills the screen (A6). A copy of it is in index.html, where it is painted before any script has run.
 * Its styles are in critical.css.
 */
export function LoadingView({ header, subText, smiling = false }: LoadingViewProps) {
  const SubText = header === undefined ? 'h1' : 'p'
  return (
    <div className="loading">
      <Mark moving />
      {header !== undefined && <h1 className="loading-header">{header}</h1>}
      {subText !== undefined && (
        // Without a header, the sub text is the heading of the screen.
        <SubText className="loading-sub">
          {smiling ? (
            <>
              <span>{subText}</span>
              <span aria-hidden="true"> 😊</span>
            </>
          ) : (
            subText
          )}
        </SubText>
      )}
    </div>
  )
}
