/**
 * Which part may know which. Run by `npm run check`, which also fails when no module was seen.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle: merge the modules, or move the shared part into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-imports',
      comment: 'The packages that the bench compares with are installed only when it runs.',
      severity: 'error',
      from: { pathNot: '^bench/src/pages/peers/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'packages-import-packages-alone',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|local|e2e|tools|conformance|bench)/' },
    },
    {
      name: 'engine-stands-alone',
      comment: 'The engine has no runtime dependency: it can be published and audited separately.',
      severity: 'error',
      from: { path: '^packages/iap-sign-in/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: { pathNot: '^packages/iap-sign-in/src' },
    },
    {
      name: 'contract-knows-schemas-alone',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot:
          '^(packages/contract/src|packages/iap-sign-in/src/request/tenant-id|node_modules/valibot)',
      },
    },
    {
      name: 'claims-are-for-tests',
      comment: 'Only tests and tools read the claims.',
      severity: 'error',
      from: { path: '^(packages|apps|local)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '^claims/' },
    },
    {
      name: 'apps-never-import-apps',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'apps-import-no-tooling',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^(local|e2e|tools|conformance|bench)/' },
    },
    {
      name: 'local-starts-apps-and-imports-none',
      comment: 'Its pages have the design of the product.',
      severity: 'error',
      from: { path: '^local/' },
      to: {
        path: '^(apps|packages|e2e|conformance|bench)/',
        pathNot: '^packages/design/',
      },
    },
    {
      name: 'e2e-speaks-http-and-browser',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(apps|packages|local|conformance|bench)/' },
    },
    {
      name: 'bench-measures-what-is-built',
      comment: 'The bench measures the build, not the sources.',
      severity: 'error',
      from: { path: '^bench/' },
      to: {
        path: '^(apps|packages|local|e2e|conformance)/',
        pathNot: '^packages/test-services/',
      },
    },
    {
      name: 'test-services-are-for-tests',
      comment: 'They simulate other services for tests, so the product must not contain them.',
      severity: 'error',
      from: {
        path: '^(packages|apps|local)/',
        pathNot: '\\.test\\.tsx?$|/testing/|^packages/test-services/',
      },
      to: { path: '^packages/test-services/' },
    },
    {
      name: 'test-services-know-no-product-code',
      severity: 'error',
      from: { path: '^packages/test-services/' },
      to: { path: '^(apps|local|packages/(?!test-services/))' },
    },
    {
      name: 'identity-sdk-behind-its-adapter',
      comment:
        'A new major version of the SDK, or another identity service, changes one folder only.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/login/src/identity/' },
      to: { path: '^node_modules/(@?firebase)(/|$)' },
    },
    {
      name: 'tracing-sdk-behind-its-adapter',
      comment: 'A program that sends no traces must not load it.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/tracing/src/|\\.test\\.ts$' },
      to: { path: '^node_modules/@opentelemetry(/|$)' },
    },
    {
      name: 'tracing-is-loaded-on-demand',
      comment: 'A static import would load the SDK at each start.',
      severity: 'error',
      from: {},
      to: {
        path: '^apps/(gate/src/tracing/start-tracing|server/src/tracing/traced-calls)\\.ts$',
        dynamic: false,
      },
    },
    {
      name: 'admin-sdk-behind-its-adapter',
      comment: 'Only one folder of the server may use the admin SDK.',
      severity: 'error',
      from: { path: '.', pathNot: '^apps/server/src/identity/' },
      to: { path: '^node_modules/firebase-admin(/|$)' },
    },
    {
      name: 'views-know-no-engine',
      comment: 'A view gets data and commands; the sign-in flow controls it.',
      severity: 'error',
      from: { path: '^apps/login/src/(.*\\.tsx|(ui|layout|failure)/)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(packages/iap-sign-in|apps/login/src/identity)/' },
    },
    {
      name: 'ui-and-layout-know-no-flow',
      severity: 'error',
      from: { path: '^apps/login/src/(ui|layout)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/login/src/(sign-in|page|inline)/' },
    },
    {
      name: 'sign-in-knows-no-feature',
      comment:
        'A feature imports the sign-in. What the sign-in needs from a feature is a separate type.',
      severity: 'error',
      from: { path: '^apps/login/src/(sign-in|failure|ui|layout)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^apps/login/src/(page|phone|second-factor|linking|sign-in-link|first-login|custom-token|registration)/',
      },
    },
    {
      name: 'features-know-no-feature',
      comment:
        'Only page/ and the files at the root combine features, so that one can change without another.',
      severity: 'error',
      from: {
        path: '^apps/login/src/([^/]+)/',
        pathNot: '\\.test\\.tsx?$|/testing/|^apps/login/src/page/',
      },
      to: {
        path: '^apps/login/src/(phone|password|second-factor|linking|sign-in-link|first-login|custom-token|registration)/',
        pathNot: '^apps/login/src/$1/',
      },
    },
    {
      name: 'product-code-has-no-dev-dependency',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src',
        pathNot: '\\.test\\.tsx?$|/testing/|^packages/test-services/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The projects of tools/consumers have packages and compilers of their own.
    exclude: { path: '(^|/)dist/|^tools/consumers/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['foyer-source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json'],
    },
  },
}
