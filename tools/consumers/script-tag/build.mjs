import { copyFileSync, mkdirSync } from 'node:fs'

mkdirSync('out')
copyFileSync('node_modules/@foyer/iap-sign-in/dist/iap-sign-in.min.js', 'out/iap-sign-in.min.js')
copyFileSync('index.html', 'out/index.html')
