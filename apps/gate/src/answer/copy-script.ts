/**
 * Copies the reference of a page. If the browser refuses, the reference is selected, so that the user can copy it.
 * Without scripts there is no button.
 */
export const copyScript = `(()=>{
const button=document.querySelector('.copy'),code=document.querySelector('.reference span'),said=document.querySelector('.reference output')
const say=text=>{said.textContent=text}
const select=()=>{getSelection().selectAllChildren(code);say(button.dataset.selected)}
button.hidden=false
button.onclick=async()=>{
try{await navigator.clipboard.writeText(code.textContent);say(button.dataset.copied)}
catch{select()}
}
})()`
